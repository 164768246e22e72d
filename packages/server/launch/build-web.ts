import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartError } from '../settings/values.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** The build writes this file last (packages/web/build/plugins.ts). */
const BUILD_MARK = join(ROOT, 'packages/web/dist/complete');
/** The pages are built from these folders. */
const SOURCES = ['packages/web', 'packages/i18n', 'packages/forms/attributes', 'package-lock.json'];
const NOT_A_SOURCE = /(^|[/\\])(dist|node_modules|\.types)([/\\]|$)|\.test\.tsx?$|\.tsbuildinfo$/;

/**
 * Builds the pages if they are missing or outdated. Without vite, as in a container, pages that are there are taken as they
 * are. Throws `web_not_built`.
 */
export function ensureWebBuilt(print: (line: string) => void): void {
  const builtAt = statSync(BUILD_MARK, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (builtAt >= findNewestChange()) return;
  const vite = findVite();
  if (vite === undefined) {
    if (builtAt > 0) return;
    throw new StartError('web_not_built', 'vite build failed: vite is not installed (npm ci --include=dev)');
  }
  print('Building the web pages ...');
  const result = spawnSync(process.execPath, [vite, 'build', 'packages/web', '--logLevel', 'warn'], {
    cwd: ROOT,
    // Pages that a test builds would contain the paths of their sources.
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  if (result.status !== 0)
    throw new StartError('web_not_built', `vite build failed: ${result.stderr.trim()}`);
}

function findNewestChange(): number {
  return Math.max(...SOURCES.flatMap((source) => listChanges(join(ROOT, source))));
}

function listChanges(path: string): number[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (stats.isFile()) return [stats.mtimeMs];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => !NOT_A_SOURCE.test(name))
    .map((name) => statSync(join(path, name)))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.mtimeMs);
}

/** Returns undefined if only what the service runs with is installed. */
function findVite(): string | undefined {
  try {
    const manifest = createRequire(join(ROOT, 'packages/web/package.json')).resolve('vite/package.json');
    return join(dirname(manifest), 'bin/vite.js');
  } catch {
    return undefined;
  }
}

if (import.meta.main) ensureWebBuilt((line) => console.log(line));
