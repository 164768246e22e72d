import type { AssistantLanguage } from '../language/languages.ts';
import type { Answer, FactKind, Passage } from '../reading.ts';
import type { AssistantIndex } from '../search/create-index.ts';
import { findPassages, type ScoredPassage } from '../search/find-passages.ts';
import { getSentences } from './sentences.ts';
import { SUGGESTIONS, translateSuggestion } from './suggestions.ts';

export interface AnswerOptions {
  /** The language of the assistant (ISO 639-1). */
  readonly language: string;
}

const MAX_QUOTES = 3;
/** The least share of the question that a passage has to say [D11-07]. */
const MIN_COVERAGE = 0.5;
/** The least score of a further passage, measured by the best. */
const NEAR_BEST = 0.6;

/** Answers a question by the passages that fit it best, as they stand; `found` is false if none is good enough [D11-07]. */
export function answerQuestion(index: AssistantIndex, question: string, { language }: AnswerOptions): Answer {
  // The words of a suggestion in English are known in each language that documents are searched in.
  const translated = language === index.reading.language ? undefined : translateSuggestion(question);
  const passages = findQuotes(index, translated ?? question, translated === undefined ? language : 'en');
  if (passages.length === 0) return answerNotFound(language);
  const text = getSentences(language).found;
  return {
    sentences: [{ text, quotes: passages.map((_, position) => position) }],
    quotes: passages,
    found: true,
  };
}

function findQuotes(index: AssistantIndex, question: string, language: string): Passage[] {
  const best = findPassages(index, question, { language, most: MAX_QUOTES });
  const [first] = best;
  if (first === undefined || first.coverage < MIN_COVERAGE) return [];
  const isNearBest = ({ score, coverage }: ScoredPassage) =>
    score >= first.score * NEAR_BEST && coverage >= first.coverage * NEAR_BEST;
  return best.filter(isNearBest).map(({ passage }) => passage);
}

/** Returns the answer that the document does not seem to say it. */
export function answerNotFound(language: string): Answer {
  return { sentences: [{ text: getSentences(language).notFound, quotes: [] }], quotes: [], found: false };
}

const MAX_SUGGESTIONS = 4;
/** A suggestion is a promise, so that its answer has to be surer than that of a question which a person asks. */
const MIN_SUGGESTED_COVERAGE = 0.8;
/** The fact that an answer has to have, in the order of `SUGGESTIONS`. */
const NEEDED_FACTS: readonly (FactKind | undefined)[] = ['period', 'amount', undefined, 'period'];

/** Returns questions in a language that the document answers, at most four [D11-05]. */
export function suggestQuestions(index: AssistantIndex, language: string): string[] {
  const questions = SUGGESTIONS[language as AssistantLanguage] ?? SUGGESTIONS.en;
  return questions
    .filter((question, position) => isAnswered(index, question, language, NEEDED_FACTS[position]))
    .slice(0, MAX_SUGGESTIONS);
}

function isAnswered(
  index: AssistantIndex,
  question: string,
  language: string,
  needed: FactKind | undefined,
): boolean {
  const isForeign = language !== index.reading.language;
  const asked = isForeign ? (translateSuggestion(question) ?? question) : question;
  const [first] = findPassages(index, asked, { language: isForeign ? 'en' : language, most: 1 });
  if (first === undefined || first.coverage < MIN_SUGGESTED_COVERAGE) return false;
  return needed === undefined || index.kinds.get(first.index)?.has(needed) === true;
}
