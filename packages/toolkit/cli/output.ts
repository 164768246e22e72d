import { writeSync } from 'node:fs';

/** Where a command's lines go. */
export interface Output {
  /** One line on stdout; returns when the reader has room for the next one. */
  line(text: string): void;
  /** One line on stderr. */
  problem(text: string): void;
}

/** For `-o -`: the descriptor by a path, which whoever writes files can write to. */
export const STANDARD_OUTPUT = '/dev/stdout';

const STDOUT = 1;
const STDERR = 2;
/** ms between attempts on a pipe whose reader is slow and that somebody has set not to wait. */
const PAUSE_MS = 5;

/**
 * Written at once, not by way of `process.stdout`: its streams take longer to load than the work on most PDFs, and what a
 * slow reader has not taken would pile up in memory.
 */
export const processOutput: Output = {
  line: (text) => writeFully(STDOUT, Buffer.from(`${text}\n`)),
  problem: (text) => writeFully(STDERR, Buffer.from(`${text}\n`)),
};

/** When the PDF goes to standard output, what is said of it must not. */
export const reportOnStderr: Output = { line: processOutput.problem, problem: processOutput.problem };

function writeFully(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) {
    written += writeSome(descriptor, bytes.subarray(written));
  }
}

/** Bytes that were taken. A reader that has seen enough (`| head`) is no failure. */
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
