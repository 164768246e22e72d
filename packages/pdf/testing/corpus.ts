import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PdfError } from '../errors.ts';
import { preflight } from '../read/preflight.ts';
import { CORPUS_DECISIONS } from './corpus-decisions.ts';

export interface CorpusEntry {
  readonly file: string;
  /** Majority of qpdf, Poppler, MuPDF and PDF.js: `accept`, `reject:corrupt` ... */
  readonly expect: string;
  readonly acceptable: readonly string[];
  /** The number that the majority of readers counts. */
  readonly pages: number | null;
  /** The value is `user`, `owner`, `owner-unrestricted`, `pubkey`, `damaged` or `none`. */
  readonly encrypted: string;
  readonly contested?: boolean;
}

export interface CorpusVerdict {
  readonly file: string;
  readonly expected: readonly string[];
  readonly got: string;
  readonly pages: number | undefined;
  readonly expectedPages: number | null;
  readonly isSound: boolean;
  readonly isAsExpected: boolean;
  readonly isContested: boolean;
  readonly why: string | undefined;
  readonly isUnexplained: boolean;
}

/** The corpus is not in the repository, but in $PDF_CORPUS or beside the checkout. */
export const corpusFolder = process.env.PDF_CORPUS ?? join(import.meta.dirname, '../../../../shared/corpus');

export function listCorpus(folder = corpusFolder): readonly CorpusEntry[] {
  const manifest = join(folder, 'MANIFEST.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : [];
}

/** Rethrows errors other than PdfError. */
export function judgeCorpusFile(entry: CorpusEntry, folder = corpusFolder): CorpusVerdict {
  const { got, pages } = judge(join(folder, entry.file));
  const decision = CORPUS_DECISIONS[entry.file];
  const isAnswerSound = entry.acceptable.some((answer) => codesFor(answer, entry).includes(got));
  const isCountSound = pages === undefined || entry.pages === null || pages === entry.pages;
  const expected = codesFor(entry.expect, entry);
  return {
    file: entry.file,
    expected,
    got,
    pages,
    expectedPages: entry.pages,
    isSound: isAnswerSound && isCountSound,
    isAsExpected: expected.includes(got) && isCountSound,
    isContested: entry.contested === true,
    why: decision?.why,
    isUnexplained: !(isAnswerSound || decision?.got === got) || !(isCountSound || decision?.pages === pages),
  };
}

function judge(path: string): { readonly got: string; readonly pages?: number } {
  try {
    const { repaired, pages } = preflight(path);
    return { got: repaired ? 'accept-repaired' : 'accept', pages };
  } catch (error) {
    if (error instanceof PdfError) return { got: error.code };
    throw error;
  }
}

/** Fewer kinds than the engine has. */
function codesFor(answer: string, { encrypted }: CorpusEntry): readonly string[] {
  if (answer === 'reject:not-pdf') return ['not_a_pdf'];
  if (answer === 'reject:corrupt') return ['damaged', 'no_pages', 'too_complex', 'xfa_not_supported'];
  if (answer !== 'reject:encrypted') return [answer];
  if (encrypted === 'damaged') return ['locked', 'password_required'];
  if (encrypted === 'owner-unrestricted') return ['accept', 'accept-repaired'];
  return [encrypted === 'user' ? 'password_required' : 'locked'];
}
