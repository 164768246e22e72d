import { DEFINING_WORDS, type QuestionKind } from '../language/concepts.ts';
import { getFunctionWords } from '../language/find-concepts.ts';
import { foldAccents, getStemmer, splitWords } from '../language/words.ts';
import type { Reading } from '../reading.ts';
import { findSectionNumber, sectionTerm } from './question.ts';
import { TermIndex } from './term-index.ts';

/** What questions are put to: made from a reading, and never stored. */
export interface AssistantIndex {
  readonly reading: Reading;
  /** The words of each passage. */
  readonly terms: TermIndex;
  /** The words that stand above each passage: of its headings, and of the line that introduces its list. */
  readonly context: TermIndex;
  /** What each passage has that questions ask for; missing for nothing. */
  readonly kinds: ReadonlyMap<number, ReadonlySet<QuestionKind>>;
}

/** Passages below a heading that it may name; behind them comes something else. */
const MAX_UNDER_HEADING = 25;
const MAX_PATH = 3;
const MAX_ITEM = 500;
/** Words at the beginning of a passage, which mostly name its subject. */
const SUBJECT_WORDS = 3;

interface OpenHeading {
  readonly terms: readonly string[];
  readonly section: string | undefined;
  readonly from: number;
}

/** Builds the index of a reading; a second for 2,000 pages [D11-13]. */
export function createIndex(reading: Reading): AssistantIndex {
  const stem = getStemmer(reading.language ?? '');
  const functionWords = getFunctionWords(reading.language ?? '');
  const [terms, context] = [new TermIndex(), new TermIndex()];
  let headings: OpenHeading[] = [];
  let lead: readonly string[] = [];
  reading.passages.forEach((passage, index) => {
    const said = splitWords(passage.text)
      .filter((word) => !functionWords.has(word))
      .map(stem);
    const section = findSectionNumber(passage.text);
    const above = new Map(lead.map((term) => [term, 1]));
    if (passage.isHeading === true) headings = openHeading(headings, { terms: said, section, from: index });
    else {
      for (const heading of headings) {
        if (index - heading.from > MAX_UNDER_HEADING) continue;
        for (const term of heading.terms) above.set(term, 1);
        if (heading.section !== undefined) above.set(sectionTerm(heading.section), 1);
      }
    }
    const counted = countTerms(said);
    if (section !== undefined) counted.set(sectionTerm(section), 1);
    for (const term of said.slice(0, SUBJECT_WORDS)) counted.set(subjectTerm(term), 1);
    terms.add(counted, said.length);
    context.add(above, 1);
    lead = continueList(passage.text, lead, said);
  });
  terms.finish();
  context.finish();
  return { reading, terms, context, kinds: groupKinds(reading) };
}

function countTerms(terms: readonly string[]): Map<string, number> {
  const counted = new Map<string, number>();
  for (const term of terms) counted.set(term, (counted.get(term) ?? 0) + 1);
  return counted;
}

/** Returns the term of the index for a word with which a passage begins. */
export function subjectTerm(term: string): string {
  return `^${term}`;
}

/** A list goes on until one of its items ends a sentence. */
function continueList(text: string, lead: readonly string[], said: readonly string[]): readonly string[] {
  if (text.endsWith(':')) return said;
  return text.endsWith('.') || text.length > MAX_ITEM ? [] : lead;
}

/** A heading closes those of its own level: by the numbers of sections, else all. */
function openHeading(open: readonly OpenHeading[], heading: OpenHeading): OpenHeading[] {
  const { section } = heading;
  if (section === undefined) return [heading];
  const above = open.filter(
    (other) => other.section !== undefined && section.startsWith(`${other.section}.`),
  );
  return [...above, heading].slice(-MAX_PATH);
}

/** Characters at the beginning of a passage in which it says that it defines something. */
const DEFINITION_START = 120;
const DEFINITION = new RegExp(`(?<!\\p{L})(?:${DEFINING_WORDS.join('|')})(?!\\p{L})`, 'u');

function groupKinds({ facts, passages }: Reading): ReadonlyMap<number, ReadonlySet<QuestionKind>> {
  const kinds = new Map<number, Set<QuestionKind>>();
  const add = (passage: number, kind: QuestionKind) => {
    if (kinds.get(passage)?.add(kind) === undefined) kinds.set(passage, new Set([kind]));
  };
  for (const { passage, kind } of facts) add(passage, kind);
  passages.forEach(({ text }, passage) => {
    const start = foldAccents(text.slice(0, DEFINITION_START).toLowerCase()).replace(/['’]/g, ' ');
    if (DEFINITION.test(start)) add(passage, 'definition');
  });
  return kinds;
}
