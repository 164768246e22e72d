import type { RootManifest, WorkspaceManifest } from './published-packages.ts';

/** Where a door leads: what TypeScript reads, and what runs. TypeScript takes the first that fits, so types come first. */
export interface Door {
  readonly types: string;
  readonly default: string;
}

/** Path of what runs, from the path of its source: `./attributes/index.ts` -> `./attributes/index.js`. */
export function builtPath(source: string): string {
  return source.replace(/\.ts$/, '.js');
}

/** Path of a command, from the path of its source: commands are CommonJS, which starts faster. */
export function commandPath(source: string): string {
  return source.replace(/\.ts$/, '.cjs');
}

/** Path of the declarations of a source: they lie in a folder of their own, one file for each source. */
export function typesPath(source: string): string {
  return source.replace(/^\.\//, './types/').replace(/\.ts$/, '.d.ts');
}

/**
 * The package.json that is packed. In the workspace doors lead to sources, which only Node 24 runs and only outside of
 * node_modules; npm has no way to say that they lead elsewhere once published.
 */
export function publishableManifest(
  manifest: WorkspaceManifest,
  root: Pick<RootManifest, 'engines' | 'repository'>,
): object {
  const { name, version, description, license, keywords, exports, bin, dependencies, peerDependencies } =
    manifest;
  const doors = Object.entries(exports).map(([door, source]) => [door, doorTo(source)]);
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
    exports: { ...Object.fromEntries(doors), './package.json': './package.json' },
    ...(bin === undefined ? {} : { bin: mapValues(bin, commandPath) }),
    files: ['**/*.js', '**/*.cjs', '**/*.d.ts', 'CHANGELOG.md', 'THIRD-PARTY-NOTICES.md'],
    ...(dependencies === undefined ? {} : { dependencies }),
    ...(peerDependencies === undefined ? {} : { peerDependencies }),
  };
}

function doorTo(source: string): Door {
  return { types: typesPath(source), default: builtPath(source) };
}

function repositoryOf(name: string, repository: RootManifest['repository']): object {
  return { ...repository, directory: `packages/${name.replace('@countersign/', '')}` };
}

function mapValues(record: Readonly<Record<string, string>>, change: (value: string) => string) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
