import type { PageText, TextPassage } from '@countersign/pdf/text';
import { findFacts } from './facts/find-facts.ts';
import { detectLanguage } from './language/detect-language.ts';
import { boxesOf, type PlacedText, placeText } from './place-text.ts';
import type { Fact, Passage, Reading } from './reading.ts';

/** Characters above which a paragraph is split at the ends of its sentences, so that a quotation stays short. */
const MAX_PASSAGE = 700;
/** Characters of a piece below which it is not cut further. */
const MIN_PIECE = 250;
/** Passages and facts of one document; the rest of a longer one is not searched. */
const MAX_PASSAGES = 200_000;
const MAX_FACTS = 5_000;
/** Characters from which the language is told. */
const SAMPLE = 30_000;

/** Reads the passages that people see, one page at a time, and the facts in them [D11-09] [D11-13]. */
export function readDocument(pages: Iterable<PageText>): Reading {
  const passages: Passage[] = [];
  const facts: Fact[] = [];
  const running = new RunningTexts();
  let sample = '';
  for (const page of pages) {
    for (const passage of page.passages) {
      if (passages.length >= MAX_PASSAGES) break;
      if (running.isRepeated(passage, page.height)) continue;
      const placed = placeText(passage);
      if (sample.length < SAMPLE) sample += `${placed.text}\n`;
      for (const [start, end] of splitLongText(placed.text)) {
        const index = passages.length;
        passages.push(makePassage(placed, page.page, start, end));
        if (facts.length >= MAX_FACTS) continue;
        for (const fact of findFacts(placed.text.slice(start, end))) {
          const boxes = boxesOf(placed, start + fact.start, start + fact.end);
          facts.push({ kind: fact.kind, text: fact.text, page: page.page, boxes, passage: index });
        }
      }
    }
  }
  return { language: detectLanguage(sample), passages: markHeadings(passages), facts };
}

function makePassage(placed: PlacedText, page: number, start: number, end: number): Passage {
  return { text: placed.text.slice(start, end).trim(), page, boxes: boxesOf(placed, start, end) };
}

const SENTENCE_END = /[.!?;:。！？]["”»)\]]{0,2}\s/g;

/** Returns the ranges of a text that become passages. */
function splitLongText(text: string): [start: number, end: number][] {
  if (text.length <= MAX_PASSAGE) return [[0, text.length]];
  const ranges: [number, number][] = [];
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(SENTENCE_END)) {
    const end = index + mark.length;
    if (end - start < MIN_PIECE || text.length - end < MIN_PIECE) continue;
    ranges.push([start, end]);
    start = end;
  }
  ranges.push([start, text.length]);
  return ranges.flatMap(splitEndlessSentence);
}

/** A sentence without an end is cut, since a quotation is shown whole. */
const MAX_SENTENCE = 2_000;

function splitEndlessSentence([start, end]: [number, number]): [number, number][] {
  const ranges: [number, number][] = [];
  for (let at = start; at < end; at += MAX_SENTENCE) ranges.push([at, Math.min(end, at + MAX_SENTENCE)]);
  return ranges;
}

/** Parts of the page's height in which headers and footers stand. */
const MARGIN = 0.1;
const MAX_RUNNING = 10_000;
const DIGITS = /\d+/g;
const PAGE_NUMBER = /^\P{L}{0,3}\d{1,4}(?:\s?[/-]\s?\d{1,4})?\P{L}{0,3}$/u;

/** Headers and footers are read once: on further pages they would be found again and again. */
class RunningTexts {
  readonly #seen = new Map<string, number>();

  isRepeated({ text, y, height }: TextPassage, pageHeight: number): boolean {
    const isInMargin = y + height < pageHeight * MARGIN || y > pageHeight * (1 - MARGIN);
    if (!isInMargin || text.length > 300) return false;
    if (PAGE_NUMBER.test(text)) return true;
    const key = text.replace(DIGITS, '#');
    const count = this.#seen.get(key) ?? 0;
    if (count > 0 || this.#seen.size < MAX_RUNNING) this.#seen.set(key, count + 1);
    return count > 0;
  }
}

const MAX_HEADING = 110;
const ENDS_SENTENCE = /[.;,]$/;
const NUMBERED =
  /^(?:§\s?\d|\d{1,2}(?:\.\d{1,2}){0,3}\.?\s|[IVX]{1,5}\.\s|(?:article|artikel|artículo|section|clause|klausul|annex|bilaga|anexo|anhang|annexe)\s)/iu;
/** A heading is at least so much higher than the line below it. */
const HIGHER = 1.08;
const MUCH_HIGHER = 1.2;

function markHeadings(passages: readonly Passage[]): Passage[] {
  return passages.map((passage, index) =>
    isHeading(passage, passages[index + 1]) ? { ...passage, isHeading: true } : passage,
  );
}

function isHeading({ text, boxes }: Passage, next: Passage | undefined): boolean {
  if (next === undefined || text.length > MAX_HEADING || boxes.length > 2) return false;
  if (!/\p{L}{3}/u.test(text)) return false;
  if (heightOf(boxes) > heightOf(next.boxes) * MUCH_HIGHER) return true;
  if (ENDS_SENTENCE.test(text)) return false;
  if (NUMBERED.test(text) || text === text.toUpperCase()) return true;
  const words = text.split(' ').length;
  if (words > 12) return false;
  if (text.endsWith(':')) return false;
  return heightOf(boxes) > heightOf(next.boxes) * HIGHER || next.text.length > 3 * text.length;
}

function heightOf(boxes: Passage['boxes']): number {
  return boxes[0]?.height ?? 0;
}
