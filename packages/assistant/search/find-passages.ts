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
  /** From 0 to 1: the share of what the question says that the passage says too, rare words counting more. */
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

const WEIGHTS = {
  saturation: 0.8,
  lengthShare: 0.25,
  minLength: 1,
  kind: 1.3,
  heading: 0.4,
  optional: 0.6,
  unknown: 0.7,
  kindCoverage: 0.1,
  context: 0.6,
  subject: 0.2,
};

function rankPassages(index: AssistantIndex, { parts, kind }: Question): Ranked[] {
  const { reading, terms, factKinds } = index;
  const scores = new Map<number, { score: number; covered: number }>();
  let total = 0;
  for (const part of parts) {
    const weights = weighPart(part, index);
    const rarity = rarityOf(weights.size, terms.size);
    const factor = part.isOptional ? WEIGHTS.optional : 1;
    if (!part.isOptional) total += rarity * (weights.size === 0 ? WEIGHTS.unknown : 1);
    for (const [passage, weight] of weights) {
      const length = Math.max(WEIGHTS.minLength, terms.relativeLength(passage));
      const norm = WEIGHTS.saturation * (1 - WEIGHTS.lengthShare + WEIGHTS.lengthShare * length);
      const score = (factor * rarity * weight * (WEIGHTS.saturation + 1)) / (weight + norm);
      const covered = part.isOptional ? 0 : rarity * Math.min(1, weight);
      const known = scores.get(passage);
      if (known === undefined) scores.set(passage, { score, covered });
      else {
        known.score += score;
        known.covered += covered;
      }
    }
  }
  const ranked: Ranked[] = [];
  for (const [passage, { score, covered }] of scores) {
    const isHeading = reading.passages[passage]?.isHeading === true;
    const isAsked = kind !== undefined && factKinds.get(passage)?.has(kind) === true;
    const factor = (isHeading ? WEIGHTS.heading : 1) * (isAsked ? WEIGHTS.kind : 1);
    const coverage = total > 0 ? Math.min(1, covered / total + (isAsked ? WEIGHTS.kindCoverage : 0)) : 0;
    ranked.push({ index: passage, score: score * factor, coverage });
  }
  return ranked.sort((one, other) => other.score - one.score || one.index - other.index);
}

/** Returns how much each passage says of a part; of several alternatives the best counts. */
function weighPart(part: QuestionPart, { terms, context }: AssistantIndex): Map<number, number> {
  const weights = new Map<number, number>();
  weighTerms(part, terms, 1, weights);
  for (const { stem, isPrefix, weight } of part.alternatives) {
    if (isPrefix) continue;
    for (const passage of terms.find(subjectTerm(stem)).passages) {
      weights.set(passage, (weights.get(passage) ?? 0) + WEIGHTS.subject * weight);
    }
  }
  const above = new Map<number, number>();
  weighTerms(part, context, WEIGHTS.context, above);
  for (const [passage, weight] of above) weights.set(passage, (weights.get(passage) ?? 0) + weight);
  return weights;
}

const MAX_COMPLETIONS = 60;
/** A longer word is a compound; a few letters more are an ending, or another word. */
const MIN_COMPLETION = 3;

function weighTerms(
  { alternatives }: QuestionPart,
  index: TermIndex,
  factor: number,
  weights: Map<number, number>,
): void {
  for (const { stem, isPrefix, weight } of alternatives) {
    for (const term of isPrefix ? index.listTerms(stem, MAX_COMPLETIONS) : [stem]) {
      if (isPrefix && term.length < stem.length + MIN_COMPLETION) continue;
      const postings = index.find(term);
      postings.passages.forEach((passage, at) => {
        const found = factor * weight * (postings.weights[at] as number);
        if (found > (weights.get(passage) ?? 0)) weights.set(passage, found);
      });
    }
  }
}

/** The inverse document frequency; that of a word which the document does not have is highest. */
function rarityOf(found: number, passages: number): number {
  return Math.log(1 + (passages - found + 0.5) / (found + 0.5));
}
