import { type BigIntStats, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { STANDARD_INPUT } from './input.ts';
import { STANDARD_OUTPUT } from './output.ts';
import { UsageError } from './usage-error.ts';

/**
 * `-` is standard output. Throws {@link UsageError} if -o is missing, is an input, or its folder is missing.
 */
export function readOutput(out: string, inputs: readonly string[]): string {
  if (out === '') throw new UsageError('missing option: -o OUT');
  if (out === '-') return STANDARD_OUTPUT;
  if (inputs.some((input) => input !== STANDARD_INPUT && isSameFile(input, out))) {
    throw new UsageError(`-o ${out} is the input: input files are never changed`);
  }
  const folder = dirname(resolve(out));
  if (!find(folder)?.isDirectory()) throw new UsageError(`not a folder: ${folder}`);
  if (find(out)?.isDirectory()) throw new UsageError(`is a folder: ${out}`);
  return out;
}

export function isStandardOutput(out: string): boolean {
  return out === STANDARD_OUTPUT || out === '/dev/fd/1' || out === '/proc/self/fd/1';
}

/** A terminal may be read from and written to. */
function isSameFile(a: string, b: string): boolean {
  if (resolve(a) === resolve(b)) return true;
  const [first, second] = [find(a), find(b)];
  if (!first?.isFile() || !second?.isFile()) return false;
  return first.ino === second.ino && first.dev === second.dev;
}

/** Opening the path reports why. */
function find(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false, bigint: true });
  } catch {
    return undefined;
  }
}
