import type { GiveUp } from './process-limits.ts';

/** A drawn page: RGB, rows from the top. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

export type Grade = 'clean' | 'complains' | 'fails';

export interface Reading {
  /** `fails` also if a requested page is not drawn or the reader does not finish. */
  readonly grade: Grade;
  /** Its messages, truncated. */
  readonly messages: readonly string[];
  readonly pageCount?: number;
  readonly pictures: ReadonlyMap<number, Picture>;
  /** Why it did not finish; the grade is then `fails`. */
  readonly gaveUp?: GiveUp;
}

export const READER_NAMES = ['qpdf', 'Poppler', 'MuPDF', 'pdf.js'] as const;
export type ReaderName = (typeof READER_NAMES)[number];

/** A third-party PDF reader. All but qpdf draw pages. Never rejects because of a file. */
export interface Reader {
  readonly name: ReaderName;
  /** Draws `pages` (ascending indexes) with the longer side at `MAX_SIDE_PIXELS`. Stops after `patience` ms. */
  read(path: string, pages: readonly number[], patience: number): Promise<Reading>;
  close(): void;
}

/** 36 dpi for A4; bounds the cost of pages of 14,400 points. */
export const MAX_SIDE_PIXELS = 420;

export const MAX_MESSAGES = 50;
