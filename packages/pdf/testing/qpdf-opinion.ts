import type { CorpusEntry } from './corpus.ts';
import { startProgram } from './outside-programs.ts';

export interface QpdfOpinion {
  /** 2 stands for errors, a crash of qpdf or a timeout. */
  readonly severity: 0 | 1 | 2;
  readonly complaints: string;
}

export interface CheckedEntry extends CorpusEntry {
  /** The value is a number or `timeout`. */
  readonly tools: { readonly qpdf: { readonly check: number | string } };
}

/** For one file; sound ones take less than a tenth. */
const TIMEOUT_MS = 60_000;

export async function askQpdf(path: string): Promise<QpdfOpinion> {
  const { status, stderr } = await startProgram('qpdf', ['--check', path], { timeout: TIMEOUT_MS });
  return { severity: severityOf(status), complaints: stderr };
}

export function severityOfEntry({ tools }: CheckedEntry): 0 | 1 | 2 {
  return severityOf(tools.qpdf.check);
}

function severityOf(code: unknown): 0 | 1 | 2 {
  if (code === 0) return 0;
  return code === 3 ? 1 : 2;
}
