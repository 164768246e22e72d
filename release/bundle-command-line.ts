import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OutputChunk } from 'rolldown';
import { bundle } from './bundle.ts';
import { lazyBuiltins } from './lazy-builtins.ts';
import { distFolder, PUBLISHED, ROOT, sourceFolder } from './published-packages.ts';

/** Not bundled: native code, WebAssembly read from its own folder, fonts, and packages without a licence text. */
const NOT_BUNDLED = /^(sharp|harfbuzzjs|@expo-google-fonts\/.*|node:.*)$/;

/** Packages without side effects whose package.json does not say so. */
const WITHOUT_SIDE_EFFECTS = ['pdf-lib', '@pdf-lib/standard-fonts', '@pdf-lib/upng', 'asn1js', 'pkijs'];

const ENGINE = 'engine';

/** Modules of every command, and of every command that opens a PDF: one file each. */
const CHUNKS = [
  {
    name: 'command-line',
    test: /packages\/toolkit\/([a-z-]+|cli\/(?!level-option|remote-signer|json-file|place|prefill|progress-thread|rewrite|version)[a-z-]+)\.ts$/,
  },
  {
    name: ENGINE,
    test: /node_modules\/(@?pdf-lib|tslib)\/|packages\/(pdf\/(?!fonts\/)|forms\/(fields|attributes)\/|toolkit\/operations\/(open-input|read-))/,
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
      resolve: {
        mainFields: ['module', 'main'],
        alias: {
          pako: besideThis('pako-by-zlib.ts'),
          '@pdf-lib/standard-fonts': besideThis('standard-font-names.ts'),
        },
      },
      treeshake: { moduleSideEffects: (id) => !onlyDefines(id) },
      plugins: [lazyBuiltins()],
    },
    output: {
      format: 'cjs',
      entryFileNames: '[name].cjs',
      chunkFileNames: 'chunks/[name]-[hash].cjs',
      codeSplitting: { groups: CHUNKS },
      // Keeps names for stack traces.
      minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    },
  });
  checkEngine(chunks);
  return chunks;
}

/** Sealing and fonts, which few commands use. */
function isStranger(id: string): boolean {
  const folders = [sourceFolder('seal'), join(sourceFolder('pdf'), 'fonts')];
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

function besideThis(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
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
