import type { WorkspaceManifest } from './published-packages.ts';

/**
 * What the package with the command line depends on: what its bundle holds of our other packages brings their
 * dependencies along. `bundled` are packages that are part of the bundle: they are needed no more, unless the library
 * beside the bundle imports them (`imported`).
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
