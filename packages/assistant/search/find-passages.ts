import type { QuestionKind } from '../language/concepts.ts';
import type { Passage } from '../reading.ts';
import { type AssistantIndex, subjectTerm } from './create-index.ts';
import { type Question, type QuestionPart, readQuestion } from './question.ts';
import type { TermIndex } from './term-index.ts';

export interface ScoredPassage {
  readonly passage: Passage;
  /** The index of the passage in the reading. */
  readonly index: number;
  /** Comparable within one question only. */
  readonly score: number;
  /** The share of what the question says that the passage says too, from 0 to 1; rare words count more. */
  readonly coverage: number;
}

export interface FindOptions {
  /** The language of the assistant (ISO 639-1), in which most questions are asked. */
  readonly language: string;
  /** The number of passages, at most. */
  readonly most: number;
}

/** Returns the passages that fit a question best, the best first. */
export function findPassages(index: AssistantIndex, question: string, options: FindOptions): ScoredPassage[] {
  const { reading } = index;
  const asked = readQuestion(question, reading.language, options.language);
  return rankPassages(index, asked)
    .slice(0, options.most)
    .flatMap((found) => {
      const passage = reading.passages[found.index];
      return passage === undefined ? [] : [{ ...found, passage }];
    });
}

type Ranked = Omit<ScoredPassage, 'passage'>;

/** Chosen by the tuning questions of `npm run bench:assistant`; small changes of each change little. */
const WEIGHTS = Object.freeze({
  /** Repeating a word says little more (BM25's k1), and long passages have more words by chance (b). */
  saturation: 0.8,
  lengthShare: 0.25,
  /** Passages that are shorter than the mean count as if they were not, since items of lists are fragments. */
  minLength: 1,
  /** A heading names what is below it, and answers nothing. */
  heading: 0.4,
  optional: 0.6,
  /** How much of a rarest word a word counts that the document does not have. */
  unknown: 0.85,
  /** What a fact of the kind that is asked for adds to the coverage. */
  kindCoverage: 0.1,
  /** Words above a passage and at its beginning, measured by those in it. */
  context: 0.6,
  subject: 0.2,
});

function rankPassages(index: AssistantIndex, { parts, kind }: Question): Ranked[] {
  const { reading, terms, kinds } = index;
  if (parts.length === 0 && kind !== undefined) return listOfKind(index, kind);
  const scores = new Float64Array(terms.size);
  const covered = new Float64Array(terms.size);
  let total = 0;
  for (const part of parts) {
    const weights = weighPart(part, index);
    const found = weights.reduce((count, weight) => (weight > 0 ? count + 1 : count), 0);
    const rarity = rarityOf(found, terms.size);
    const factor = part.isOptional ? WEIGHTS.optional : 1;
    if (!part.isOptional) total += rarity * (found === 0 ? WEIGHTS.unknown : 1);
    if (found === 0) continue;
    weights.forEach((weight, passage) => {
      if (weight === 0) return;
      const length = Math.max(WEIGHTS.minLength, terms.relativeLength(passage));
      const norm = WEIGHTS.saturation * (1 - WEIGHTS.lengthShare + WEIGHTS.lengthShare * length);
      const score = (factor * rarity * weight * (WEIGHTS.saturation + 1)) / (weight + norm);
      scores[passage] = (scores[passage] as number) + score;
      if (!part.isOptional) covered[passage] = (covered[passage] as number) + rarity * Math.min(1, weight);
    });
  }
  const ranked: Ranked[] = [];
  scores.forEach((score, passage) => {
    if (score === 0) return;
    const isHeading = reading.passages[passage]?.isHeading === true;
    const isAsked = kind !== undefined && hasKind(kinds.get(passage), kind);
    const factor = (isHeading ? WEIGHTS.heading : 1) * (isAsked ? KIND_FACTORS[kind] : 1);
    const share = (covered[passage] as number) / total + (isAsked ? WEIGHTS.kindCoverage : 0);
    ranked.push({ index: passage, score: score * factor, coverage: total > 0 ? Math.min(1, share) : 0 });
  });
  return ranked.sort((one, other) => other.score - one.score || one.index - other.index);
}

/** What a question asks for that names nothing else: "When was the contract made?". The first passages are the likeliest. */
function listOfKind({ kinds }: AssistantIndex, kind: QuestionKind): Ranked[] {
  const found = [...kinds].filter(([, has]) => has.has(kind)).map(([passage]) => passage);
  return found
    .sort((one, other) => one - other)
    .map((index, rank) => ({ index, score: 1 / (1 + rank), coverage: KIND_COVERAGE }));
}

const KIND_COVERAGE = 0.6;

/** Rare kinds tell more. */
const KIND_FACTORS: Readonly<Record<QuestionKind, number>> = {
  amount: 1.3,
  date: 1.3,
  period: 1.3,
  party: 1.8,
  definition: 1.8,
};

/** A definition may say who somebody is. */
function hasKind(kinds: ReadonlySet<QuestionKind> | undefined, kind: QuestionKind): boolean {
  if (kinds === undefined) return false;
  return kinds.has(kind) || (kind === 'party' && kinds.has('definition'));
}

/** Returns how much each passage says of a part, by the index of the passage; of several alternatives the best counts. */
function weighPart(part: QuestionPart, { terms, context }: AssistantIndex): Float64Array {
  const weights = new Float64Array(terms.size);
  weighTerms(part, terms, 1, weights);
  for (const { stem, isPrefix, weight } of part.alternatives) {
    if (isPrefix) continue;
    for (const passage of terms.find(subjectTerm(stem)).passages) {
      weights[passage] = (weights[passage] as number) + WEIGHTS.subject * weight;
    }
  }
  const above = new Float64Array(terms.size);
  weighTerms(part, context, WEIGHTS.context, above);
  above.forEach((weight, passage) => {
    if (weight > 0) weights[passage] = (weights[passage] as number) + weight;
  });
  return weights;
}

const MAX_COMPLETIONS = 60;
/** A longer word is a compound; a few letters more are an ending, or another word. */
const MIN_COMPLETION = 3;

function weighTerms(
  { alternatives }: QuestionPart,
  index: TermIndex,
  factor: number,
  weights: Float64Array,
): void {
  for (const { stem, isPrefix, weight } of alternatives) {
    for (const term of isPrefix ? index.listTerms(stem, MAX_COMPLETIONS) : [stem]) {
      if (isPrefix && term.length < stem.length + MIN_COMPLETION) continue;
      const postings = index.find(term);
      postings.passages.forEach((passage, at) => {
        const found = factor * weight * (postings.weights[at] as number);
        if (found > (weights[passage] as number)) weights[passage] = found;
      });
    }
  }
}

/** The inverse document frequency; that of a word which the document does not have is highest. */
function rarityOf(found: number, passages: number): number {
  return Math.log(1 + (passages - found + 0.5) / (found + 0.5));
}
