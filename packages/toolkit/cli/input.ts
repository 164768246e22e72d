import { accessSync, constants, readFileSync, readSync, statSync } from 'node:fs';
import { ToolkitError, type ToolkitErrorParams } from '../errors.ts';
import type { PdfInput } from '../pdf-toolkit.ts';

/** The argument that stands for standard input. */
export const STANDARD_INPUT = '-';

const STDIN = 0;
/** ms between attempts on a pipe that has nothing yet and that somebody has set not to wait. */
const PAUSE_MS = 5;
const CHUNK_BYTES = 64 * 1024;

/**
 * What a task reads: the path of a file, which is read where needed, or all bytes of standard input, a pipe or a device.
 * Throws `file_not_readable` for a path that is none of these or may not be read. `params` are the fault's.
 */
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

function readStandardInput(): Buffer {
  const chunks: Buffer[] = [];
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const count = readSome(chunk);
    if (count === 0) return Buffer.concat(chunks);
    if (count > 0) chunks.push(chunk.subarray(0, count));
  }
}

/** Bytes that came; 0 at the end, -1 when there are none yet. */
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
