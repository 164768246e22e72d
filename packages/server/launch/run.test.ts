import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const INSTALLED = 'node_modules/.package-lock.json';
const INSTALLING = 'Installing dependencies with npm ci; this happens once ...\n';
const NPM_CI = 'npm ci --include=dev --no-audit --no-fund --loglevel=error\n';
const COMMAND = 'node_modules/.bin/command';
const INSTALL = `mkdir -p node_modules/.bin && printf '#!/bin/sh\\necho "command $*"\\nexit 4\\n' > ${COMMAND} && chmod +x ${COMMAND} && : > ${INSTALLED}`;

/** A checkout with the launcher, one script and an npm that installs a command which says its arguments. */
describe('the launcher of npm scripts', () => {
  let checkout: string;

  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), 'launcher-'));
    mkdirSync(join(checkout, 'packages/server/launch'), { recursive: true });
    cpSync(join(import.meta.dirname, 'run.mjs'), join(checkout, 'packages/server/launch/run.mjs'));
    writeFileSync(join(checkout, 'package-lock.json'), '{}');
    writeFileSync(
      join(checkout, 'say.mjs'),
      'console.log(process.argv.slice(2).join());process.exitCode = 3;',
    );
    writeProgram('bin/npm', INSTALL, 'echo "npm $*"');
  });
  afterEach(() => rmSync(checkout, { recursive: true }));

  function writeProgram(path: string, ...lines: readonly string[]): void {
    mkdirSync(join(checkout, 'bin'), { recursive: true });
    writeFileSync(join(checkout, path), ['#!/bin/sh', ...lines, ''].join('\n'));
    chmodSync(join(checkout, path), 0o755);
  }

  function launch(...args: readonly string[]) {
    const { npm_execpath: _, ...env } = process.env;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(checkout, 'packages/server/launch/run.mjs'), ...args],
      {
        encoding: 'utf8',
        cwd: tmpdir(),
        env: { ...env, PATH: join(checkout, 'bin') + delimiter + env.PATH },
      },
    );
    expect(stderr).toBe('');
    return { status, stdout };
  }

  it('installs once, passes arguments and ends with the status of the script', () => {
    expect(launch('say.mjs', '--seed', '7')).toEqual({
      status: 3,
      stdout: `${INSTALLING}${NPM_CI}--seed,7\n`,
    });
    expect(launch('say.mjs', '--seed', '7')).toEqual({ status: 3, stdout: '--seed,7\n' });
  });

  it('does the same for a command of an installed package', () => {
    const said = 'command check .\n';
    expect(launch('command', 'check', '.')).toEqual({ status: 4, stdout: `${INSTALLING}${NPM_CI}${said}` });
    expect(launch('command', 'check', '.')).toEqual({ status: 4, stdout: said });
  });

  it('installs again after a change of the lock file', () => {
    expect(launch()).toEqual({ status: 0, stdout: INSTALLING + NPM_CI });
    expect(launch()).toEqual({ status: 0, stdout: '' });
    const later = new Date(Date.now() + 60_000);
    utimesSync(join(checkout, 'package-lock.json'), later, later);
    expect(launch()).toEqual({ status: 0, stdout: INSTALLING + NPM_CI });
  });

  it('runs nothing when the installation fails, and ends with its status', () => {
    writeProgram('bin/npm', 'exit 7');
    expect(launch('say.mjs')).toEqual({ status: 7, stdout: INSTALLING });
    expect(existsSync(join(checkout, INSTALLED))).toBe(false);
  });
});
