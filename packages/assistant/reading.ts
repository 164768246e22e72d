import type { Box } from '@countersign/pdf';

/** Where a text is seen: boxes in points, origin at the top left of the page as displayed [D1-01]. */
export interface Place {
  /** Pages count from 0. */
  readonly page: number;
  /** One box for each line. */
  readonly boxes: readonly Box[];
}

/** A paragraph, a part of a long one, or a heading. */
export interface Passage extends Place {
  readonly text: string;
  /** Set if the passage names those that follow it. */
  readonly isHeading?: boolean | undefined;
}

export const FACT_KINDS = ['amount', 'date', 'period', 'party'] as const;
export type FactKind = (typeof FACT_KINDS)[number];

export interface Fact extends Place {
  readonly kind: FactKind;
  /** The text as it stands in the document. */
  readonly text: string;
  /** The index of its passage. */
  readonly passage: number;
}

/** What is kept of a document: plain JSON, written once and stored beside the prepared PDF [D11-10]. */
export interface Reading {
  /** ISO 639-1; null if the document has too little text, or is in none of the known languages. */
  readonly language: string | null;
  readonly passages: readonly Passage[];
  readonly facts: readonly Fact[];
}

export interface AnswerSentence {
  readonly text: string;
  /** Indexes from 0 of the answer's quotes. */
  readonly quotes: readonly number[];
}

export interface Answer {
  readonly sentences: readonly AnswerSentence[];
  readonly quotes: readonly Passage[];
  readonly found: boolean;
}
