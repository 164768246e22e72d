import type { PdfToolkit } from '../pdf-toolkit.ts';
import type { SignerSource } from '../signer-source.ts';
import type { Output } from './output.ts';

/** One call of a command, with arguments checked against its table entry. */
export interface CommandCall {
  readonly files: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  /** Path of -o, or of standard output for `-`; empty for commands that write nothing. */
  readonly out: string;
  readonly json: boolean;
  readonly print: Output;
  readonly toolkit: PdfToolkit;
  readonly signer?: SignerSource;
}

export const EXIT_OK = 0;
/** A file was refused. */
export const EXIT_REFUSED = 1;
export const EXIT_USAGE = 2;

/** Runs the command and returns its exit code. */
export type CommandRun = (call: CommandCall) => Promise<number>;
