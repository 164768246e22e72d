import { execFile } from 'node:child_process';
import type { CorpusEntry } from './corpus.ts';

/** What `qpdf --check` says of a file. */
export interface QpdfOpinion {
  /** 0: nothing found, 1: warnings, 2: errors, or qpdf itself broke down or found no end. */
  readonly severity: 0 | 1 | 2;
  readonly complaints: string;
}

/** An entry of the corpus with what the manifest says of `qpdf --check`. */
export interface CheckedEntry extends CorpusEntry {
  /** The exit code, or `timeout`: the file keeps qpdf busy for a minute. */
  readonly tools: { readonly qpdf: { readonly check: number | string } };
}

/** Milliseconds for one file: no sound one takes a tenth of it on a busy machine. */
const PATIENCE = 60_000;

/** qpdf's opinion on the file at a path; undefined when it is not installed. */
export function askQpdf(path: string): Promise<QpdfOpinion | undefined> {
  return new Promise((resolve) => {
    execFile('qpdf', ['--check', path], { timeout: PATIENCE }, (error, _, complaints) => {
      if (error?.code === 'ENOENT') resolve(undefined);
      else resolve({ severity: severityOf(error === null ? 0 : error.code), complaints });
    });
  });
}

/** What qpdf thinks of an entry as it stands in the corpus. */
export function severityOfEntry({ tools }: CheckedEntry): 0 | 1 | 2 {
  return severityOf(tools.qpdf.check);
}

function severityOf(code: unknown): 0 | 1 | 2 {
  if (code === 0) return 0;
  return code === 3 ? 1 : 2;
}
