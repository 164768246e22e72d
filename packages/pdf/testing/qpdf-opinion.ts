import { execFile } from 'node:child_process';
import type { CorpusEntry } from './corpus.ts';

export interface QpdfOpinion {
  /** 2: errors, a crash of qpdf or a timeout. */
  readonly severity: 0 | 1 | 2;
  readonly complaints: string;
}

export interface CheckedEntry extends CorpusEntry {
  /** Or `timeout`. */
  readonly tools: { readonly qpdf: { readonly check: number | string } };
}

/** For one file; sound ones take less than a tenth. */
const TIMEOUT_MS = 60_000;

export function askQpdf(path: string): Promise<QpdfOpinion | undefined> {
  return new Promise((resolve) => {
    execFile('qpdf', ['--check', path], { timeout: TIMEOUT_MS }, (error, _, complaints) => {
      if (error?.code === 'ENOENT') resolve(undefined);
      else resolve({ severity: severityOf(error === null ? 0 : error.code), complaints });
    });
  });
}

export function severityOfEntry({ tools }: CheckedEntry): 0 | 1 | 2 {
  return severityOf(tools.qpdf.check);
}

function severityOf(code: unknown): 0 | 1 | 2 {
  if (code === 0) return 0;
  return code === 3 ? 1 : 2;
}
