import type { PdfToolkit } from '../pdf-toolkit.ts';
import type { SignerSource } from '../signer-source.ts';
import type { Output } from './output.ts';

/** One call of a command, its arguments already checked against the command's table entry. */
export interface CommandCall {
  readonly files: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  /** Path of -o, that of standard output for `-`; empty for commands that write nothing. */
  readonly out: string;
  readonly json: boolean;
  readonly print: Output;
  readonly toolkit: PdfToolkit;
  /** Of commands that seal. */
  readonly signer?: SignerSource;
}

export const EXIT_OK = 0;
/** The file's fault. */
export const EXIT_REFUSED = 1;
export const EXIT_USAGE = 2;

/** Runs the command; answers its exit code. */
export type CommandRun = (call: CommandCall) => Promise<number>;
