import { writeSync } from 'node:fs';

export interface Output {
  /** Returns when the reader has room for the next one. */
  line(text: string): void;
  problem(text: string): void;
}

/** For code that writes to paths. */
export const STANDARD_OUTPUT = '/dev/stdout';

const STDOUT = 1;
const STDERR = 2;
/** On a full non-blocking pipe. */
const PAUSE_MS = 5;

/**
 * Synchronous: `process.stdout` takes longer to load than the work on most PDFs, and buffers without limit.
 */
export const processOutput: Output = {
  line: (text) => writeFully(STDOUT, Buffer.from(`${text}\n`)),
  problem: (text) => writeFully(STDERR, Buffer.from(`${text}\n`)),
};

function writeFully(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) {
    written += writeSome(descriptor, bytes.subarray(written));
  }
}

/** Bytes written. A reader that closed the pipe (`| head`) is not an error. */
function writeSome(descriptor: number, bytes: Buffer): number {
  try {
    return writeSync(descriptor, bytes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EPIPE') process.exit();
    if (code !== 'EAGAIN') throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    return 0;
  }
}
