import type { PdfToolkit } from '../pdf-toolkit.ts';
import type { SignerSource } from '../signer-source.ts';
import type { Output } from './output.ts';

/** Arguments are checked. */
export interface CommandCall {
  readonly files: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
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
