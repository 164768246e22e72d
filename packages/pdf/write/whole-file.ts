import { closeSync, openSync, renameSync, rmSync } from 'node:fs';

/** Writes an open file, which is empty or has what `begin` made. */
export type WriteFile<Result> = (descriptor: number) => Result;

/**
 * Makes a file that appears at `path` at once and whole, or not at all: it is written beside its place under another name.
 * `begin` may make it, and answers whether it did; what is written then follows.
 */
export function writeWhole<Result>(
  path: string,
  write: WriteFile<Result>,
  begin: (partial: string) => boolean = () => false,
): Result {
  const partial = `${path}.${randomLetters()}.partial`;
  const isBegun = begin(partial);
  // For appending, to a file that was not there: nobody else's is written to, nor removed.
  const descriptor = openSync(partial, isBegun ? 'a' : 'ax');
  try {
    const result = writeAndClose(descriptor, write);
    renameSync(partial, path);
    return result;
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

function writeAndClose<Result>(descriptor: number, write: WriteFile<Result>): Result {
  try {
    return write(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** So that writers do not meet. No secret: what loads `node:crypto` for that waits for it longer than for a short save. */
function randomLetters(): string {
  return Math.random().toString(36).slice(2);
}
