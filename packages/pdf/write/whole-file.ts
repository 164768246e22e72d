import { closeSync, lstatSync, openSync, readlinkSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Writes an open file, which is empty or has what `begin` made. `isWhole` is false for what is written in place. */
export type WriteFile<Result> = (descriptor: number, isWhole: boolean) => Result;

/** Links that lead to links: what Linux follows. */
const MAX_LINKS = 40;
/** Names of open descriptors: the file behind one belongs to whoever opened it. */
const DESCRIPTORS = /^\/(?:dev\/(?:stdout|stderr)$|dev\/fd\/|proc\/[^/]+\/fd\/)/;
/** Those of this process. They cannot always be opened by name: a socket cannot. */
const OWN_DESCRIPTOR = /^\/(?:dev\/fd|proc\/self\/fd)\/(\d+)$/;

/**
 * Makes a file that appears at `path` at once and whole, or not at all: it is written beside its place under another name.
 * `begin` may make it, and answers whether it did; what is written then follows. A symbolic link stays and its target is
 * written; devices, pipes and descriptors (`/dev/stdout`) are written to as they are.
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
  // For appending, to a file that was not there: nobody else's is written to, nor removed.
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

/** The path that is no link, whether there is a file or not; the first one that names a descriptor. */
function followLinks(path: string): string {
  let target = path;
  for (let count = 0; count < MAX_LINKS; count++) {
    if (DESCRIPTORS.test(target)) return target;
    if (!lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink()) return target;
    target = resolve(dirname(target), readlinkSync(target));
  }
  // The system says what is wrong with it.
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

/** So that writers do not meet. No secret: what loads `node:crypto` for that waits for it longer than for a short save. */
function randomLetters(): string {
  return Math.random().toString(36).slice(2);
}
