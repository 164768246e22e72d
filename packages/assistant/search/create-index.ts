import { getStemmer, getStopwords, splitWords } from '../language/words.ts';
import type { FactKind, Reading } from '../reading.ts';
import { findSectionNumber, sectionTerm } from './sections.ts';
import { TermIndex } from './term-index.ts';

/** What questions are put to: made from a reading, and never stored. */
export interface AssistantIndex {
  readonly reading: Reading;
  readonly terms: TermIndex;
  /** The kinds of facts that each passage has; missing for none. */
  readonly factKinds: ReadonlyMap<number, ReadonlySet<FactKind>>;
}

/** A word of the heading counts as so many of the text below it. */
const HEADING_WEIGHT = 1.5;
/** Passages below a heading that it may name; behind them comes something else. */
const MAX_UNDER_HEADING = 25;
const MAX_PATH = 3;

interface OpenHeading {
  readonly words: readonly string[];
  readonly section: string | undefined;
  readonly from: number;
}

/** Builds the index of a reading; a second for 2,000 pages [D11-13]. */
export function createIndex(reading: Reading): AssistantIndex {
  const stem = getStemmer(reading.language ?? '');
  const stopwords = getStopwords(reading.language ?? '');
  const terms = new TermIndex();
  let headings: OpenHeading[] = [];
  reading.passages.forEach((passage, index) => {
    const words = splitWords(passage.text);
    const section = findSectionNumber(passage.text);
    if (passage.isHeading === true) headings = openHeading(headings, { words, section, from: index });
    const counted = new Map<string, number>();
    const count = (term: string, weight: number) => counted.set(term, (counted.get(term) ?? 0) + weight);
    let length = 0;
    for (const word of words) {
      if (stopwords.has(word)) continue;
      length += 1;
      count(stem(word), 1);
    }
    if (section !== undefined) count(sectionTerm(section), 1);
    if (passage.isHeading !== true) {
      for (const heading of headings) {
        if (index - heading.from > MAX_UNDER_HEADING) continue;
        const named = new Set(heading.words.filter((word) => !stopwords.has(word)).map(stem));
        for (const term of named) count(term, HEADING_WEIGHT);
        if (heading.section !== undefined) count(sectionTerm(heading.section), 0.5);
      }
    }
    terms.add(counted, length);
  });
  return { reading, terms, factKinds: groupFacts(reading) };
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

function groupFacts({ facts }: Reading): ReadonlyMap<number, ReadonlySet<FactKind>> {
  const kinds = new Map<number, Set<FactKind>>();
  for (const { passage, kind } of facts) {
    if (kinds.get(passage)?.add(kind) === undefined) kinds.set(passage, new Set([kind]));
  }
  return kinds;
}
