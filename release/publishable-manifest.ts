import type { RootManifest, WorkspaceManifest } from './published-packages.ts';

/** An entry of `exports`. TypeScript takes the first condition that matches, so types come first. */
export interface ExportTarget {
  readonly types: string;
  readonly default: string;
}

/** Maps `./attributes/index.ts` to `./attributes/index.js`. */
export function builtPath(source: string): string {
  return source.replace(/\.ts$/, '.js');
}

/** Maps a command's source to CommonJS, which starts faster. */
export function commandPath(source: string): string {
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
  const { name, version, description, license, keywords, exports, bin, dependencies, peerDependencies } =
    manifest;
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
    files: ['**/*.js', '**/*.cjs', '**/*.d.ts', 'CHANGELOG.md', 'THIRD-PARTY-NOTICES.md'],
    ...(dependencies === undefined ? {} : { dependencies }),
    ...(peerDependencies === undefined ? {} : { peerDependencies }),
  };
}

function exportTargetOf(source: string): ExportTarget {
  return { types: typesPath(source), default: builtPath(source) };
}

function repositoryOf(name: string, repository: RootManifest['repository']): object {
  return { ...repository, directory: `packages/${name.replace('@countersign/', '')}` };
}

function mapValues(record: Readonly<Record<string, string>>, change: (value: string) => string) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
