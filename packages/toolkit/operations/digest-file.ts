import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import type { CompleteReport } from '../pdf-toolkit.ts';

/** Bytes read at a time: large enough that the hash, not the system call, takes the time. */
const CHUNK_BYTES = 1024 * 1024;

/** Size in bytes and SHA-256 (hex) of a file, read piece by piece. */
export function digestFile(path: string): CompleteReport {
  const file = openSync(path, 'r');
  try {
    return digestOpenFile(file);
  } finally {
    closeSync(file);
  }
}

function digestOpenFile(file: number): CompleteReport {
  const hash = createHash('sha256');
  const chunk = new Uint8Array(CHUNK_BYTES);
  let size = 0;
  for (;;) {
    const count = readSync(file, chunk);
    if (count === 0) return { size, sha256: hash.digest('hex') };
    hash.update(chunk.subarray(0, count));
    size += count;
  }
}
