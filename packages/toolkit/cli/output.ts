import { writeSync } from 'node:fs';
import type { SignerSource } from '../signer.ts';
import type { PdfToolkit } from '../toolkit.ts';

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

/** Arguments are checked. */
export interface CommandCall {
  readonly files: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  /** For `-` that of standard output; empty for commands that write nothing. */
  readonly out: string;
  readonly json: boolean;
  readonly print: Output;
  readonly toolkit: PdfToolkit;
  readonly signer?: SignerSource;
}

export const EXIT_OK = 0;
export const EXIT_REFUSED = 1;
export const EXIT_USAGE = 2;

/** Resolves with the exit code. */
export type CommandRun = (call: CommandCall) => Promise<number>;

/** Control characters would move the cursor or colour the terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}

/** Two spaces apart, without trailing spaces. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return lines.map((line) => line.trimEnd()).join('\n');
}

export class UsageError extends Error {
  override readonly name = 'UsageError';
}
