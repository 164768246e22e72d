import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PdfError } from '../errors.ts';
import { preflight } from '../read/preflight.ts';
import { CORPUS_DECISIONS } from './corpus-decisions.ts';

/** What the manifest says of one file. */
export interface CorpusEntry {
  readonly file: string;
  /** What most of qpdf, Poppler, MuPDF and pdf.js make of it: `accept`, `reject:corrupt` ... */
  readonly expect: string;
  /** Every answer that a sound reader may give. */
  readonly acceptable: readonly string[];
  /** Pages by the majority; null when there is none. */
  readonly pages: number | null;
  /** `user`, `owner`, `owner-unrestricted`, `pubkey`, `damaged` or `none`. */
  readonly encrypted: string;
  /** The readers split. */
  readonly contested?: boolean;
}

/** What we make of one file. */
export interface CorpusVerdict {
  readonly file: string;
  /** The codes that answer to the majority's view. */
  readonly expected: readonly string[];
  /** `accept`, `accept-repaired` or the code of the error. */
  readonly got: string;
  readonly pages: number | undefined;
  readonly expectedPages: number | null;
  /** Whether answer and pages are what the manifest calls sound. */
  readonly isSound: boolean;
  /** Whether we agree with the majority, answer and pages. */
  readonly isAsExpected: boolean;
  /** Whether the manifest's readers disagree among themselves. */
  readonly isContested: boolean;
  /** Why we decided as we did; undefined where nothing had to be decided, or nobody said why. */
  readonly why: string | undefined;
  /** Neither sound nor decided. */
  readonly isUnexplained: boolean;
}

/** Folder of the corpus of real files, which is no part of the project: $PDF_CORPUS, else beside the checkout. */
export const corpusFolder = process.env.PDF_CORPUS ?? join(import.meta.dirname, '../../../../shared/corpus');

/** The files of the corpus; none when it is not there. */
export function listCorpus(folder = corpusFolder): readonly CorpusEntry[] {
  const manifest = join(folder, 'MANIFEST.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : [];
}

/** Opens a file of the corpus and compares with the manifest. Throws what is no PdfError. */
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

/** The manifest knows one kind of corrupt file and one of encrypted; we tell people more. */
function codesFor(answer: string, { encrypted }: CorpusEntry): readonly string[] {
  if (answer === 'reject:not-pdf') return ['not_a_pdf'];
  if (answer === 'reject:corrupt') return ['damaged', 'no_pages', 'too_complex', 'xfa_not_supported'];
  if (answer !== 'reject:encrypted') return [answer];
  if (encrypted === 'damaged') return ['locked', 'password_required'];
  return [encrypted === 'user' ? 'password_required' : 'locked'];
}
