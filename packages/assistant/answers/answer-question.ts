import type { Answer } from '../reading.ts';
import type { AssistantIndex } from '../search/create-index.ts';
import { findPassages } from '../search/find-passages.ts';
import { getSentences } from './sentences.ts';

export interface AnswerOptions {
  /** The language of the assistant (ISO 639-1). */
  readonly language: string;
}

const MAX_QUOTES = 3;
/** The least share of the question that a passage has to say [D11-07]. */
const MIN_COVERAGE = 0.45;
/** The least score of a further passage, measured by the best. */
const NEAR_BEST = 0.6;

/** Answers a question by the passages that fit it best, as they stand; `found` is false if none is good enough [D11-07]. */
export function answerQuestion(index: AssistantIndex, question: string, { language }: AnswerOptions): Answer {
  const best = findPassages(index, question, { language, most: MAX_QUOTES });
  const [first] = best;
  if (first === undefined || first.coverage < MIN_COVERAGE) return answerNotFound(language);
  const quotes = best
    .filter(
      ({ score, coverage }) => score >= first.score * NEAR_BEST && coverage >= first.coverage * NEAR_BEST,
    )
    .map(({ passage }) => passage);
  const text = getSentences(language).found;
  return { sentences: [{ text, quotes: quotes.map((_, position) => position) }], quotes, found: true };
}

/** Returns the answer that the document does not seem to say it. */
export function answerNotFound(language: string): Answer {
  return { sentences: [{ text: getSentences(language).notFound, quotes: [] }], quotes: [], found: false };
}
