import { join, sep } from 'node:path';
import { type InputOptions, type OutputChunk, type OutputOptions, rolldown } from 'rolldown';
import { distFolder, PUBLISHED, ROOT, sourceFolder, type WorkspaceManifest } from './manifests.ts';

/** This is the oldest supported Node (`engines`). */
const TARGET = 'node20.19';

export interface BundleOptions {
  /** Entry points map an output path without extension to an absolute source path. */
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

/**
 * Native code, WebAssembly that is read from its own folder, fonts, and packages without a licence text are not
 * bundled.
 */
const NOT_BUNDLED = /^(sharp|harfbuzzjs|@expo-google-fonts\/.*|node:.*)$/;

/** These packages have no side effects, but their package.json does not say so. */
const WITHOUT_SIDE_EFFECTS = ['pdf-lib', '@pdf-lib/standard-fonts', '@pdf-lib/upng', 'asn1js', 'pkijs'];

const ENGINE = 'engine';

/** The modules of every command, and those of every command that opens a PDF, become one file each. */
const CHUNKS = [
  {
    name: 'command-line',
    test: /packages\/toolkit\/([a-z-]+|cli\/(?!edit-commands|form-commands|remote-signer|seal|version)[a-z-]+)\.ts$/,
  },
  {
    name: ENGINE,
    test: /node_modules\/(@?pdf-lib|tslib)\/|packages\/(pdf\/(?!(fonts|drawing|text)\/)|forms\/(fields|attributes)\/|toolkit\/operations\/reading\.ts)/,
  },
];

/**
 * Bundles the command line into a few files that commands load on demand. pdf-lib's 200 files would take longer to
 * load than most PDFs to process; CommonJS loads in half the time.
 */
export async function bundleCommandLine(): Promise<OutputChunk[]> {
  const chunks = await bundle({
    entries: { main: `${sourceFolder('toolkit')}/cli/main.ts` },
    folder: `${distFolder('toolkit')}/cli`,
    isExternal: (specifier) => NOT_BUNDLED.test(specifier),
    input: {
      // ES modules can be tree-shaken.
      resolve: { mainFields: ['module', 'main'] },
      treeshake: { moduleSideEffects: (id) => !onlyDefines(id) },
    },
    output: {
      format: 'cjs',
      entryFileNames: '[name].cjs',
      chunkFileNames: 'chunks/[name]-[hash].cjs',
      codeSplitting: { groups: CHUNKS },
      // Names are kept for stack traces.
      minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    },
  });
  checkEngine(chunks);
  return chunks;
}

/** Returns whether a module belongs to sealing, fonts, drawing or reading of text, which few commands use. */
function isStranger(id: string): boolean {
  const folders = [
    sourceFolder('seal'),
    ...['fonts', 'drawing', 'text'].map((name) => join(sourceFolder('pdf'), name)),
  ];
  return folders.some((folder) => id.startsWith(`${folder}${sep}`));
}

/** A chunk loads all imports of its modules, so one wrong import slows every command. */
export function checkEngine(chunks: readonly Pick<OutputChunk, 'name' | 'moduleIds'>[]): void {
  const engine = chunks.find(({ name }) => name === ENGINE);
  const strangers = engine?.moduleIds.filter(isStranger) ?? [];
  if (engine !== undefined && strangers.length === 0) return;
  throw new Error(
    `the engine's chunk, which every command loads, holds ${strangers.join(', ') || 'nothing'}`,
  );
}

function onlyDefines(id: string): boolean {
  const name = packageOfModule(id);
  if (name !== undefined) return WITHOUT_SIDE_EFFECTS.includes(name);
  return PUBLISHED.some((own) => own !== 'toolkit' && id.startsWith(`${sourceFolder(own)}${sep}`));
}

export function bundledPackages(chunks: readonly OutputChunk[]): string[] {
  const names = chunks.flatMap(({ moduleIds }) => moduleIds.flatMap((id) => packageOfModule(id) ?? []));
  return [...new Set(names)].sort();
}

function packageOfModule(id: string): string | undefined {
  const [, path] = id.replaceAll(sep, '/').split(`${ROOT}node_modules/`);
  const [scopeOrName = '', name] = path?.split('/') ?? [];
  if (scopeOrName === '') return undefined;
  return scopeOrName.startsWith('@') ? `${scopeOrName}/${name}` : scopeOrName;
}

/**
 * Returns the dependencies of the command-line package, those of our bundled packages included. Packages in `bundled`
 * are left out unless the library imports them (`imported`).
 */
export function commandLineDependencies(
  manifests: readonly WorkspaceManifest[],
  bundled: readonly string[],
  imported: readonly string[],
): Readonly<Record<string, string>> {
  const all = Object.assign({}, ...manifests.map(({ dependencies }) => dependencies)) as Record<
    string,
    string
  >;
  const needed = Object.entries(all).filter(([name]) => !bundled.includes(name) || imported.includes(name));
  return Object.fromEntries(needed.sort(([a], [b]) => a.localeCompare(b)));
}
