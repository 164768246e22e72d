/**
 * `npm test`: runs all tests that this machine can run, except the campaigns of `npm run test:long`, and prints which
 * it cannot run and why. Arguments go to vitest: `npm test -- --project unit packages/forms`. In CI a failing test is
 * retried once and reported as flaky if it then passes.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPrograms, type OutsideProgram, PACKAGE_OF } from '@countersign/pdf/testing';
import { hasRegistry } from '../packages/release/npm.ts';
import { findNodes, OLDEST_MAJOR } from './library/node-versions.ts';

const ROOT = new URL('..', import.meta.url).pathname;

interface Need {
  readonly what: string;
  readonly without: string;
  readonly isThere: () => boolean | Promise<boolean>;
}

const NEEDS: readonly Need[] = [
  needOf('structure checks by qpdf', 'qpdf'),
  needOf('checks by pdfsig and pdftoppm', 'pdfsig', 'pdftoppm', 'pdftotext', 'pdfinfo', 'pdfdetach'),
  needOf('authorities and verdicts of openssl', 'openssl'),
  needOf('seals with keys in a token of PKCS #11', 'softhsm2-util', 'pkcs11-tool'),
  needOf('browser tests', 'chromium'),
  {
    what: 'PostgreSQL on 127.0.0.1:5432',
    without: 'the service tests on PostgreSQL',
    isThere: () => answers(5432),
  },
  {
    what: 'the corpus',
    without: 'tests over real PDFs',
    isThere: () => existsSync(join(ROOT, '../shared/corpus/MANIFEST.json')),
  },
  { what: 'npm registry', without: 'the packages in a fresh project', isThere: hasRegistry },
  {
    what: `Node ${OLDEST_MAJOR} beside the workspace's own`,
    without: 'the packages on the oldest Node they promise',
    isThere: () => findNodes().some(({ major }) => major === OLDEST_MAJOR),
  },
];

function needOf(without: string, ...programs: readonly OutsideProgram[]): Need {
  const packages = new Set(programs.map((program) => PACKAGE_OF[program]));
  return { without, what: [...packages].join(' and '), isThere: () => hasPrograms(...programs) };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port, timeout: 1000 });
    const finish = (result: boolean) => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
    socket.once('timeout', () => finish(false));
  });
}

async function listMissing(): Promise<string[]> {
  const missing: string[] = [];
  for (const need of NEEDS) {
    if (!(await need.isThere())) missing.push(`${need.without} (no ${need.what})`);
  }
  return missing;
}

function run(command: string, args: readonly string[]): number {
  const result = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' });
  return result.status ?? 1;
}

interface Totals {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
}

function readTotals(reportFile: string): Totals | null {
  if (!existsSync(reportFile)) return null;
  return JSON.parse(readFileSync(reportFile, 'utf8')) as Totals;
}

async function main(args: readonly string[]): Promise<number> {
  const missing = await listMissing();
  const built = run(process.execPath, ['packages/server/launch/build-web.ts']);
  if (built !== 0) return built;
  const folder = mkdtempSync(join(tmpdir(), 'countersign-test-'));
  const report = join(folder, 'report.json');
  const status = run(process.execPath, [
    'node_modules/vitest/vitest.mjs',
    'run',
    '-c',
    'test/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    '--reporter=./test/flaky-test-reporter.ts',
    `--outputFile.json=${report}`,
    ...(process.env.CI === undefined ? [] : ['--retry=1']),
    ...(args.some((arg) => arg.startsWith('--project')) ? [] : ['--project=!long']),
    ...args,
  ]);
  const totals = readTotals(report);
  rmSync(folder, { recursive: true, force: true });
  console.log(missing.length === 0 ? 'Nothing was left out.' : `Left out: ${missing.join('; ')}.`);
  if (totals === null) return status === 0 ? 1 : status;
  console.log(
    `${totals.numPassedTests} passed, ${totals.numFailedTests} failed, ${totals.numPendingTests} skipped`,
  );
  return status;
}

process.exitCode = await main(process.argv.slice(2));
