/**
 * Runs before `npm start`, `npm test`, `npm run demo` and `npm run pdf`, possibly under an old Node: plain JavaScript, nothing
 * imported that is not part of Node. Installs when node_modules is missing or older than the lock file, and nothing else.
 * It is a script of its own because a shell remembers where it found `node`: only the next one finds the Node installed here.
 */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

if (isInstalled()) {
  process.exitCode = 0;
} else {
  console.log('Installing dependencies with npm ci; this happens once ...');
  process.exitCode = install();
}

function isInstalled() {
  const installed = changedAt('node_modules/.package-lock.json');
  return installed !== null && installed >= (changedAt('package-lock.json') ?? 0);
}

/** Milliseconds, null when the file is not there. */
function changedAt(path) {
  return statSync(root + path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

function install() {
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  return result.status ?? 1;
}
