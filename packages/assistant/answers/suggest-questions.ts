import type { AssistantLanguage } from '../language/languages.ts';
import type { FactKind } from '../reading.ts';
import type { AssistantIndex } from '../search/create-index.ts';
import { findPassages } from '../search/find-passages.ts';
import { SUGGESTIONS, translateSuggestion } from './suggestions.ts';

const MAX_SUGGESTIONS = 4;
/** A suggestion is a promise, so that its answer has to be surer than that of a question which a person asks. */
const MIN_COVERAGE = 0.8;
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
  if (first === undefined || first.coverage < MIN_COVERAGE) return false;
  return needed === undefined || index.kinds.get(first.index)?.has(needed) === true;
}
