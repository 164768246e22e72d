import type { Passage } from '../reading.ts';
import type { AssistantIndex } from './create-index.ts';
import { type Question, type QuestionPart, readQuestion } from './question.ts';

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

const SATURATION = 1.2;
const LENGTH_SHARE = 0.5;
const KIND_BOOST = 1.3;
const HEADING_FACTOR = 0.4;

function rankPassages({ reading, terms, factKinds }: AssistantIndex, { parts, kind }: Question): Ranked[] {
  const scores = new Map<number, { score: number; covered: number }>();
  let total = 0;
  for (const part of parts) {
    const weights = weighPart(part, terms);
    const rarity = rarityOf(weights.size, terms.size);
    total += rarity;
    for (const [passage, weight] of weights) {
      const norm = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * terms.relativeLength(passage));
      const score = (rarity * weight * (SATURATION + 1)) / (weight + norm);
      const known = scores.get(passage);
      if (known === undefined) scores.set(passage, { score, covered: rarity * Math.min(1, weight) });
      else {
        known.score += score;
        known.covered += rarity * Math.min(1, weight);
      }
    }
  }
  const ranked: Ranked[] = [];
  for (const [index, { score, covered }] of scores) {
    const isHeading = reading.passages[index]?.isHeading === true;
    const isAsked = kind !== undefined && factKinds.get(index)?.has(kind) === true;
    const factor = (isHeading ? HEADING_FACTOR : 1) * (isAsked ? KIND_BOOST : 1);
    ranked.push({ index, score: score * factor, coverage: total > 0 ? covered / total : 0 });
  }
  return ranked.sort((one, other) => other.score - one.score || one.index - other.index);
}

const MAX_COMPLETIONS = 60;

/** Returns how much each passage says of a part; of several alternatives the best counts. */
function weighPart({ alternatives }: QuestionPart, terms: AssistantIndex['terms']): Map<number, number> {
  const weights = new Map<number, number>();
  for (const { stem, isPrefix, weight } of alternatives) {
    for (const term of isPrefix ? terms.listTerms(stem, MAX_COMPLETIONS) : [stem]) {
      const postings = terms.find(term);
      postings.passages.forEach((passage, at) => {
        const found = weight * (postings.weights[at] as number);
        if (found > (weights.get(passage) ?? 0)) weights.set(passage, found);
      });
    }
  }
  return weights;
}

/** The inverse document frequency; that of a word which the document does not have is highest. */
function rarityOf(found: number, passages: number): number {
  return Math.log(1 + (passages - found + 0.5) / (found + 0.5));
}
