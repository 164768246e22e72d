import { accessSync, constants, readFileSync, readSync, statSync } from 'node:fs';
import { ToolkitError, type ToolkitErrorParams } from '../errors.ts';
import type { PdfInput } from '../pdf-toolkit.ts';

export const STANDARD_INPUT = '-';

const STDIN = 0;
/** On an empty non-blocking pipe. */
const PAUSE_MS = 5;
const CHUNK_BYTES = 64 * 1024;

/** A path, or all bytes of standard input, a pipe or a device. Throws `file_not_readable`. */
export function openArgument(file: string, params: ToolkitErrorParams = {}): PdfInput {
  if (file === STANDARD_INPUT) return readStandardInput();
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new ToolkitError('file_not_readable', 'no such file', params);
  if (found.isDirectory()) throw new ToolkitError('file_not_readable', 'not a regular file', params);
  try {
    accessSync(file, constants.R_OK);
  } catch (cause) {
    throw new ToolkitError('file_not_readable', 'the file may not be read', params, { cause });
  }
  return found.isFile() ? file : readFileSync(file);
}

export function readStandardInput(): Buffer {
  const chunks: Buffer[] = [];
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const count = readSome(chunk);
    if (count === 0) return Buffer.concat(chunks);
    if (count > 0) chunks.push(chunk.subarray(0, count));
  }
}

/** 0 at the end, -1 if none are available yet. */
function readSome(chunk: Buffer): number {
  try {
    return readSync(STDIN, chunk);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EOF') return 0;
    if (code !== 'EAGAIN') throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    return -1;
  }
}
