import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { shareOf } from '../../../packages/pdf/testing/share.ts';

const PROGRAM = fileURLToPath(new URL('measure-growth.ts', import.meta.url));
/** Optimised code does not count, and neither does code that was dropped in between. */
const FLAGS = ['--no-opt', '--no-maglev', '--no-flush-bytecode'];
/** What grew faster than its input once; `measure-growth.ts` without a word measures everything, in some minutes. */
const MEASURED = shareOf([
  'lines: blanks and marks',
  'lines: a word',
  'evidence: characters without a font',
  'admit: annotations',
  'prepare: pages listed again',
  'a list: merged files',
  'a list: new fields',
  'a list: numbered pages',
  'a list: parts of a split',
  'a list: attached files',
]);

/** Values of 36,000 characters once took a minute, because each word was searched anew with each of its letters. */
test('counted steps grow as their input does', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [...FLAGS, PROGRAM, ...MEASURED]);
  const measured: { readonly name: string; readonly outcomes: string[]; readonly steep: string[] }[] =
    JSON.parse(stdout);
  expect(measured).toHaveLength(MEASURED.length);
  expect(measured.filter(({ steep }) => steep.length > 0)).toEqual([]);
  expect(measured.flatMap(({ outcomes }) => outcomes).filter((outcome) => outcome !== 'ok')).toEqual([]);
}, 300_000);
