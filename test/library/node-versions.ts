import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface NodeVersion {
  readonly major: number;
  readonly path: string;
}

export const OLDEST_MAJOR = 20;

export function findNodes(): NodeVersion[] {
  const found = new Map<number, NodeVersion>();
  for (const path of [process.execPath, ...nodesOfPath()]) {
    const major = majorOf(path);
    if (major >= OLDEST_MAJOR && !found.has(major)) found.set(major, { major, path });
  }
  return [...found.values()].sort((a, b) => a.major - b.major);
}

/** npm prepends the workspace's own Node to PATH; the machine's follow. */
function nodesOfPath(): string[] {
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'));
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  return folders.map((folder) => join(folder, file)).filter((path) => existsSync(path));
}

function majorOf(path: string): number {
  const { stdout } = spawnSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' });
  return Number.parseInt(stdout ?? '', 10) || 0;
}
