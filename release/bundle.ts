import { type InputOptions, type OutputChunk, type OutputOptions, rolldown } from 'rolldown';

/** The oldest Node that the packages run on (`engines`). */
const TARGET = 'node20.19';

export interface BundleOptions {
  /** Entry points: path in the output without its ending -> absolute path of the source. */
  readonly entries: Readonly<Record<string, string>>;
  readonly folder: string;
  /** Whether an import stays an import. */
  readonly isExternal: (specifier: string) => boolean;
  readonly input?: InputOptions;
  readonly output?: OutputOptions;
}

/**
 * JavaScript of the entry points, what they share in `chunks/`: a few files instead of a hundred, since every file costs
 * at start. Dynamic imports stay dynamic.
 */
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
