import { closeSync, lstatSync, openSync, readlinkSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** `isWhole`: not written in place. */
export type WriteFile<Result> = (descriptor: number, isWhole: boolean) => Result;

/** Linux's limit. */
const MAX_LINKS = 40;
/** Their files belong to the program that opened them. */
const DESCRIPTORS = /^\/(?:dev\/(?:stdout|stderr)$|dev\/fd\/|proc\/[^/]+\/fd\/)/;
/** Sockets cannot be reopened by name. */
const OWN_DESCRIPTOR = /^\/(?:dev\/fd|proc\/self\/fd)\/(\d+)$/;

/**
 * Atomically. `begin` may create the temporary file and returns whether it did. Follows symbolic links;
 * writes directly to devices, pipes and descriptors.
 */
export function writeWhole<Result>(
  path: string,
  write: WriteFile<Result>,
  begin: (partial: string) => boolean = () => false,
): Result {
  const target = followLinks(path);
  const own = ownDescriptor(target);
  if (own !== undefined) return write(own, false);
  if (isWrittenInPlace(target)) return writeAndClose(openSync(path, 'a'), (open) => write(open, false));
  const partial = `${target}.${randomLetters()}.partial`;
  const isBegun = begin(partial);
  // Exclusive: no other program's file is written to or removed.
  const descriptor = openSync(partial, isBegun ? 'a' : 'ax');
  try {
    const result = writeAndClose(descriptor, (open) => write(open, true));
    renameSync(partial, target);
    return result;
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** Whether the target exists or not; stops at a descriptor. */
function followLinks(path: string): string {
  let target = path;
  for (let count = 0; count < MAX_LINKS; count++) {
    if (DESCRIPTORS.test(target)) return target;
    if (!lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink()) return target;
    target = resolve(dirname(target), readlinkSync(target));
  }
  statSync(path);
  return target;
}

function ownDescriptor(path: string): number | undefined {
  if (path === '/dev/stdout') return 1;
  if (path === '/dev/stderr') return 2;
  const [, number] = OWN_DESCRIPTOR.exec(path) ?? [];
  return number === undefined ? undefined : Number(number);
}

function isWrittenInPlace(target: string): boolean {
  if (DESCRIPTORS.test(target)) return true;
  const found = statSync(target, { throwIfNoEntry: false });
  return found !== undefined && !found.isFile() && !found.isDirectory();
}

function writeAndClose<Result>(descriptor: number, write: (descriptor: number) => Result): Result {
  try {
    return write(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Not secret: `node:crypto` loads slowly. */
function randomLetters(): string {
  return Math.random().toString(36).slice(2);
}
