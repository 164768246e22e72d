import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Matches a relative `](path)` of Markdown. */
const RELATIVE_LINK = /\]\((?![a-z]+:|#)([^)\s]+)\)/gi;

/**
 * Makes relative links of a package README absolute: the tarball lacks their targets. `folder` is the package's path
 * in the repository.
 */
export function absoluteLinks(markdown: string, folder: string, repositoryUrl: string): string {
  const base = `${repositoryUrl.replace(/^git\+|\.git$/g, '')}/blob/main`;
  return markdown.replace(RELATIVE_LINK, (_, target: string) => `](${base}/${posix.join(folder, target)})`);
}

/** Matches relative imports in declarations: `from './a.ts'`, `import './a.ts'`, `import('./a.ts')`. */
const RELATIVE_IMPORT = /(\bfrom\s*|\bimport\s*\(?\s*)(['"])(\.{1,2}\/[^'"]+)\.ts\2/g;

/** Copies the declarations reachable from the given ones, with `.js` imports as published. Returns their text. */
export function copyTypes(from: string, to: string, entries: readonly string[]): string {
  const copied: string[] = [];
  const waiting = [...entries];
  for (const path of waiting) {
    const text = readFileSync(join(from, path), 'utf8');
    for (const [, , , target] of text.matchAll(RELATIVE_IMPORT)) {
      const next = posix.join(posix.dirname(path), `${target}.d.ts`);
      if (!waiting.includes(next)) waiting.push(next);
    }
    copied.push(text);
    mkdirSync(dirname(join(to, path)), { recursive: true });
    writeFileSync(join(to, path), text.replaceAll(RELATIVE_IMPORT, '$1$2$3.js$2'));
  }
  return copied.join('\n');
}

/** The published packages, in dependency order. */
export const PUBLISHED = ['pdf', 'forms', 'seal', 'verify', 'toolkit', 'workers'] as const;

export type PublishedName = (typeof PUBLISHED)[number];

export const ROOT: string = fileURLToPath(new URL('../..', import.meta.url));

/** The `exports` of a package.json of the workspace point to `.ts` files. */
export interface WorkspaceManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly keywords: readonly string[];
  readonly sideEffects: boolean;
  readonly exports: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional: boolean }>>;
}

/** These fields are copied from the package.json of the repository. */
export interface RootManifest {
  readonly engines: Readonly<Record<string, string>>;
  readonly repository: { readonly type: string; readonly url: string };
  readonly devDependencies: Readonly<Record<string, string>>;
}

export function sourceFolder(name: PublishedName): string {
  return ROOT + folderOf(name);
}

/** Returns the path in the repository. */
export function folderOf(name: string): string {
  return name === 'workers' ? name : `packages/${name}`;
}

export function distFolder(name: PublishedName): string {
  return `${sourceFolder(name)}/dist`;
}

/** Leaves out what only tests of the workspace import. */
export function readManifest(name: PublishedName): WorkspaceManifest {
  const manifest: WorkspaceManifest = JSON.parse(readFileSync(`${sourceFolder(name)}/package.json`, 'utf8'));
  const { './testing': _, ...exports } = manifest.exports;
  return { ...manifest, exports };
}

/** The folder of a built package with its fonts. */
export const FONT_FILES = 'font-files';

export function isFontPackage(name: string): boolean {
  return name.startsWith('@expo-google-fonts/');
}

/** Built packages have the files of their fonts instead. */
export function withoutFonts(manifest: WorkspaceManifest): WorkspaceManifest {
  const others = Object.entries(manifest.dependencies ?? {}).filter(([name]) => !isFontPackage(name));
  return { ...manifest, dependencies: Object.fromEntries(others) };
}

export function readRootManifest(): RootManifest {
  return JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
}

/** An entry of `exports`. TypeScript takes the first condition that matches, so types come first. */
interface ExportTarget {
  readonly types: string;
  readonly default: string;
}

/** Maps `./attributes/index.ts` to `./attributes/index.js`. */
export function builtPath(source: string): string {
  return source.replace(/\.ts$/, '.js');
}

/** Maps a command's source to CommonJS, which starts faster. */
function commandPath(source: string): string {
  return source.replace(/\.ts$/, '.cjs');
}

/** Maps a source to its declarations, in a folder of their own. */
export function typesPath(source: string): string {
  return source.replace(/^\.\//, './types/').replace(/\.ts$/, '.d.ts');
}

/**
 * Builds the published package.json: `exports` of the workspace point to sources, which do not run from node_modules,
 * and npm cannot override them on publishing.
 */
export function publishableManifest(
  manifest: WorkspaceManifest,
  root: Pick<RootManifest, 'engines' | 'repository'>,
): object {
  const { name, version, description, license, keywords, exports, bin, dependencies, ...peers } = manifest;
  const { peerDependencies, peerDependenciesMeta } = peers;
  const targets = Object.entries(exports).map(([name, source]) => [name, exportTargetOf(source)]);
  return {
    name,
    version,
    description,
    license,
    keywords,
    repository: repositoryOf(name, root.repository),
    type: 'module',
    engines: root.engines,
    sideEffects: manifest.sideEffects,
    exports: { ...Object.fromEntries(targets), './package.json': './package.json' },
    ...(bin === undefined ? {} : { bin: mapValues(bin, commandPath) }),
    files: ['**/*.js', '**/*.cjs', '**/*.d.ts', 'CHANGELOG.md', 'THIRD-PARTY-NOTICES.md', FONT_FILES],
    ...(dependencies === undefined ? {} : { dependencies }),
    ...(peerDependencies === undefined ? {} : { peerDependencies }),
    ...(peerDependenciesMeta === undefined ? {} : { peerDependenciesMeta }),
  };
}

function exportTargetOf(source: string): ExportTarget {
  return { types: typesPath(source), default: builtPath(source) };
}

function repositoryOf(name: string, repository: RootManifest['repository']): object {
  return { ...repository, directory: folderOf(name.replace('@countersign/', '')) };
}

function mapValues(record: Readonly<Record<string, string>>, change: (value: string) => string) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
