import { CONCEPTS } from './concepts.ts';
import { foldAccents, getStemmer, getStopwords } from './words.ts';

/** A term to look for in an index: a stem, or the beginning of one. */
export interface ConceptTerm {
  readonly stem: string;
  readonly isPrefix: boolean;
}

interface LanguageTerms {
  readonly exact: ReadonlyMap<string, readonly string[]>;
  readonly prefixes: ReadonlyMap<string, readonly string[]>;
  readonly byConcept: ReadonlyMap<string, readonly ConceptTerm[]>;
}

export const CONCEPT_LANGUAGES: readonly string[] = [
  ...new Set(Object.values(CONCEPTS).flatMap((terms) => Object.keys(terms))),
];

const known = new Map<string, LanguageTerms>();

function getTerms(language: string): LanguageTerms {
  const remembered = known.get(language);
  if (remembered !== undefined) return remembered;
  const terms = readTerms(language);
  known.set(language, terms);
  return terms;
}

function readTerms(language: string): LanguageTerms {
  const stem = getStemmer(language);
  const exact = new Map<string, string[]>();
  const prefixes = new Map<string, string[]>();
  const byConcept = new Map<string, ConceptTerm[]>();
  for (const [concept, languages] of Object.entries(CONCEPTS)) {
    const words = languages[language]?.split(' ') ?? [];
    byConcept.set(
      concept,
      words.flatMap((word) => {
        const isPrefix = word.endsWith('*');
        const whole = isPrefix ? word.slice(0, -1) : word;
        // The stem of the word itself may be shorter than the prefix.
        const terms: ConceptTerm[] = [{ stem: stem(whole), isPrefix: false }];
        if (isPrefix) terms.push({ stem: foldAccents(whole), isPrefix });
        for (const term of terms) {
          const map = term.isPrefix ? prefixes : exact;
          if (map.get(term.stem)?.push(concept) === undefined) map.set(term.stem, [concept]);
        }
        return terms;
      }),
    );
  }
  return { exact, prefixes, byConcept };
}

const MIN_PREFIX = 3;

/** Returns the concepts that a lower-case word of a language names. */
export function findConcepts(word: string, language: string): readonly string[] {
  const { exact, prefixes } = getTerms(language);
  const found = new Set(exact.get(getStemmer(language)(word)) ?? []);
  const folded = foldAccents(word);
  for (let length = MIN_PREFIX; length <= folded.length; length += 1) {
    for (const concept of prefixes.get(folded.slice(0, length)) ?? []) found.add(concept);
  }
  return [...found];
}

/** Returns the terms of a concept in a language, as they are indexed. */
export function listConceptTerms(concept: string, language: string): readonly ConceptTerm[] {
  return getTerms(language).byConcept.get(concept) ?? [];
}

const functionWords = new Map<string, ReadonlySet<string>>();

/** Returns the words of a language that say nothing of what a text is about: stop words that name no concept. */
export function getFunctionWords(language: string): ReadonlySet<string> {
  const remembered = functionWords.get(language);
  if (remembered !== undefined) return remembered;
  const words = new Set(
    [...getStopwords(language)].filter((word) => findConcepts(word, language).length === 0),
  );
  functionWords.set(language, words);
  return words;
}
