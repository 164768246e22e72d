import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { distFolder, PUBLISHED, ROOT, readManifest } from './manifests.ts';
import { npm } from './npm.ts';

const TYPES_OF_NODE = '@types/node';

/**
 * Packs the packages and installs them and `others` in a temporary project outside the workspace, with third-party
 * packages in the workspace's versions. Returns the folder.
 */
export function makeFreshProject(others: readonly string[] = []): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-library-')));
  build();
  const tarballs = pack(join(folder, 'tarballs'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify(freshManifest(tarballs, others), null, 2));
  npm(['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], folder);
  return folder;
}

function build(): void {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'packages/release/build-packages.ts')], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the packages do not build:\n${stderr}`);
}

function pack(folder: string): Map<string, string> {
  mkdirSync(folder);
  const packed = JSON.parse(
    npm(['pack', '--json', '--pack-destination', folder, ...PUBLISHED.map(distFolder)], folder),
  );
  // npm 11 prints an object by name, earlier versions a list.
  const entries: { name: string; filename: string }[] = Object.values(packed);
  return new Map(entries.map(({ name, filename }) => [name, join(folder, filename)]));
}

function freshManifest(tarballs: ReadonlyMap<string, string>, others: readonly string[]): object {
  const own = Object.fromEntries([...tarballs].map(([name, path]) => [name, `file:${path}`]));
  const versions = versionsOfWorkspace();
  const wanted = ['pdf-lib', ...others].map((name) => [name, versions[name]]);
  return {
    name: 'fresh-project',
    private: true,
    type: 'module',
    dependencies: { ...own, ...Object.fromEntries(wanted) },
    overrides: versions,
  };
}

/** Pins versions, so that a third-party release does not change the result. */
function versionsOfWorkspace(): Record<string, string> {
  const names = PUBLISHED.flatMap((name) => {
    const { dependencies, peerDependencies } = readManifest(name);
    return Object.keys({ ...dependencies, ...peerDependencies });
  }).filter((name) => !name.startsWith('@countersign/'));
  return Object.fromEntries([...new Set(names), TYPES_OF_NODE].map((name) => [name, installedVersion(name)]));
}

function installedVersion(name: string): string {
  return JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')).version;
}
