import { type InputOptions, type OutputChunk, type OutputOptions, rolldown } from 'rolldown';

/** The oldest supported Node (`engines`). */
const TARGET = 'node20.19';

export interface BundleOptions {
  /** Entry points: output path without extension -> absolute source path. */
  readonly entries: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly isExternal: (specifier: string) => boolean;
  readonly input?: InputOptions;
  readonly output?: OutputOptions;
}

/** Bundles the entry points, with shared code in `chunks/`: fewer files start faster. Dynamic imports stay dynamic. */
export async function bundle({
  entries,
  folder,
  isExternal,
  input,
  output,
}: BundleOptions): Promise<OutputChunk[]> {
  const build = await rolldown({
    input: { ...entries },
    platform: 'node',
    external: isExternal,
    transform: { target: TARGET },
    ...input,
  });
  const { output: files } = await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    ...output,
  });
  await build.close();
  return files.filter((file) => file.type === 'chunk');
}
