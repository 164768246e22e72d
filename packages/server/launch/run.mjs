/**
 * Runs what an npm script names: `run.mjs test/campaigns/run.ts fuzz --seconds 9`, or a command of an installed package
 * (`run.mjs biome check .`); without arguments it installs only. It installs when node_modules is missing or older than the lock file, and runs under the
 * Node that the install includes; the machine's own may be too old to read TypeScript. Plain JavaScript that imports
 * nothing but Node: it may run under that old one.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const commands = join(root, 'node_modules', '.bin');
const [, , what = '', ...args] = process.argv;

const isFresh = isInstalled();
if (!isFresh) {
  console.log('Installing dependencies with npm ci; this happens once ...');
  process.exitCode = install();
}
if (!process.exitCode && what !== '') await run();

function isInstalled() {
  const installed = changedAt('node_modules/.package-lock.json');
  return installed !== null && installed >= (changedAt('package-lock.json') ?? 0);
}

/** Returns milliseconds, and null when the file is not there. */
function changedAt(path) {
  return statSync(root + path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

function install() {
  // The pages are built by a development dependency, which npm leaves out if NODE_ENV is production.
  const options = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const result = npm
    ? spawnSync(process.execPath, [npm, ...options], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', options, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  return result.status ?? 1;
}

async function run() {
  const isScript = /\.(ts|mjs)$/.test(what);
  // npm puts the Node of the workspace first in PATH, so from the second run on this process is it.
  if (isScript && isFresh) {
    process.argv.splice(1, 2, join(root, what));
    await import(pathToFileURL(join(root, what)).href);
    return;
  }
  const node = join(commands, process.platform === 'win32' ? 'node.exe' : 'node');
  const program = isScript ? (existsSync(node) ? node : process.execPath) : join(commands, what);
  const child = spawn(program, isScript ? [join(root, what), ...args] : args, {
    stdio: 'inherit',
    shell: process.platform === 'win32' && !isScript,
    env: { ...process.env, PATH: commands + delimiter + process.env.PATH },
  });
  // A terminal sends SIGINT to both; what else ends this process has to end the other.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
  child.on('close', (status) => {
    process.exitCode = status ?? 1;
  });
}
