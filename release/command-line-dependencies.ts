import type { WorkspaceManifest } from './published-packages.ts';

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
