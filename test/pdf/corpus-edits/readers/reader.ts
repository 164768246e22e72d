import type { GiveUp } from './process-limits.ts';

/** A page as a reader draws it: red, green and blue one byte each, row by row from the top. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** How a reader takes a file, from best to worst. */
export type Grade = 'clean' | 'complains' | 'fails';

/** What a reader makes of one file. */
export interface Reading {
  /** `fails` also when one of the pages asked for is not drawn, or there is no end of it. */
  readonly grade: Grade;
  /** What it says, as far as it is kept. */
  readonly messages: readonly string[];
  /** Undefined when it does not tell. */
  readonly pageCount?: number;
  /** By page, from 0. */
  readonly pictures: ReadonlyMap<number, Picture>;
  /** Why it came to no end of the file; it then `fails`. */
  readonly gaveUp?: GiveUp;
}

export const READER_NAMES = ['qpdf', 'Poppler', 'MuPDF', 'pdf.js'] as const;
export type ReaderName = (typeof READER_NAMES)[number];

/** Someone else's program that opens files and, all but qpdf, draws pages. Never rejects for what is in a file. */
export interface Reader {
  readonly name: ReaderName;
  /**
   * Draws `pages`, in ascending order from 0, each with its longer side at `MAX_SIDE_PIXELS`. Is stopped after `patience` ms; whatever
   * the file does to the reader, there is an answer.
   */
  read(path: string, pages: readonly number[], patience: number): Promise<Reading>;
  /** Ends what runs on its behalf. */
  close(): void;
}

/** Pixels of the longer side of every picture: 36 dots an inch on A4, and a page of 14,400 points costs no more. */
export const MAX_SIDE_PIXELS = 420;

/** Messages that are kept of a reading. */
export const MAX_MESSAGES = 50;
