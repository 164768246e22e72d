import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from './usage-error.ts';

/** Throws {@link UsageError} when there is no -o, when it is one of the inputs (also by a link), or its folder is missing. */
export function checkOutput(out: string, inputs: readonly string[]): void {
  if (out === '') throw new UsageError('-o OUT is needed');
  if (inputs.some((input) => isSameFile(input, out))) {
    throw new UsageError(`-o ${out} is the input: input files are never changed`);
  }
  const folder = dirname(resolve(out));
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`${folder} is no folder`);
  if (statSync(out, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`${out} is a folder`);
}

function isSameFile(a: string, b: string): boolean {
  if (resolve(a) === resolve(b)) return true;
  const [first, second] = [a, b].map((path) => statSync(path, { throwIfNoEntry: false, bigint: true }));
  return first !== undefined && second !== undefined && first.ino === second.ino && first.dev === second.dev;
}
