import type { SignerSource } from '../signer.ts';
import type { PdfToolkit } from '../toolkit.ts';

export interface Output {
  line(text: string): void;
  problem(text: string): void;
}

/** Lends a path to code that writes to paths. */
export const STANDARD_OUTPUT = '/dev/stdout';

export const processOutput: Output = {
  line: (text) => void process.stdout.write(`${text}\n`),
  problem: (text) => void process.stderr.write(`${text}\n`),
};

/** Arguments are checked. */
export interface CommandCall {
  readonly files: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  /** The path for `-` is that of standard output; empty for commands that write nothing. */
  readonly out: string;
  readonly json: boolean;
  readonly print: Output;
  readonly toolkit: PdfToolkit;
  readonly signer?: SignerSource | undefined;
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

export function pageCount(pages: number): string {
  return pages === 1 ? '1 page' : `${pages} pages`;
}
