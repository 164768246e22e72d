import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const build = fileURLToPath(new URL('../../packages/release/build-packages.ts', import.meta.url));
const packages = new URL('../../packages/', import.meta.url);
const BUILT = ['pdf', 'forms', 'seal', 'toolkit'];

/** Path of our command line as npm installs it. */
export const COMMAND_LINE = fileURLToPath(new URL('toolkit/dist/cli/main.cjs', packages));

/** Builds our packages and copies them into `folder`/node_modules, so that imports resolve as after `npm install`. */
export function installBuiltPackages(folder: URL): void {
  const { status, stderr } = spawnSync(process.execPath, [build], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the packages do not build:\n${stderr}`);
  for (const name of BUILT) {
    const installed = new URL(`node_modules/@countersign/${name}`, folder);
    cpSync(new URL(`${name}/dist`, packages), installed, { recursive: true, force: true });
  }
}
