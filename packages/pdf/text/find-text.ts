/**
 * Finds where texts are on pages. A page is one long text, its lines in reading order joined by spaces, so that what is
 * looked for may be in several pieces and lines.
 */

import { boolean, checkArguments, integer, listOf, openFile, optional, shape, text } from '../arguments.ts';
import type { Box } from '../pages/page-box.ts';
import type { PdfPage } from '../pages/pdf-page.ts';
import type { PdfFile } from '../pdf-file.ts';
import { type InterpretOptions, interpretPage } from './interpret-page.ts';
import { listWords, type PageWord } from './page-words.ts';
import { displayBox, isApart, isUnspaced, listLines } from './passages.ts';
import { TextResources } from './text-resources.ts';

export interface TextQuery {
  /** Case counts. Any white space stands for any other, line breaks included. */
  readonly text: string;
  /** Which one, from 1. */
  readonly occurrence?: number | undefined;
}

export interface TextSearch {
  readonly queries: readonly TextQuery[];
  /** Whether texts in double braces, `{{...}}`, of the content of pages are listed. */
  readonly tags?: boolean | undefined;
  /** Indexes from 0, in this order. */
  readonly pages: readonly number[];
}

/** A text that people see. */
export interface FoundText {
  readonly page: number;
  /** One for each line, from ascent to descent, in displayed points from the top-left corner. */
  readonly boxes: readonly Box[];
}

export interface FoundTag {
  readonly page: number;
  /** The text includes the braces. */
  readonly text: string;
  /** There are none if people do not see it, or if an annotation shows it. */
  readonly boxes: readonly Box[];
}

export interface TextFindings {
  /** There is one for each query: null if the pages do not have the occurrence. */
  readonly found: readonly (FoundText | null)[];
  /** How often the pages have each text, counted up to the occurrence that was found. */
  readonly counts: readonly number[];
  /** The first thousand. */
  readonly tags: readonly FoundTag[];
}

const query = shape({ text, occurrence: optional(integer) });
const ARGUMENTS = {
  file: openFile,
  search: shape({ queries: listOf(query), tags: optional(boolean), pages: listOf(integer) }),
};

const MAX_TAGS = 1000;
const TAG = /\{\{[^{}]{1,300}\}\}/g;

/** Reads each page once for all queries, and none after the last one that is needed. Throws as `readText`. */
export function findText(file: PdfFile, search: TextSearch): TextFindings {
  checkArguments({ file, search }, ARGUMENTS);
  const resources = new TextResources(file);
  const sought = search.queries.map(({ text: one }) => normalize(one));
  const searches = new Map([...new Set(sought)].map((one) => [one, new TextCounter(one)]));
  for (const [at, { occurrence = 1 }] of search.queries.entries())
    searches.get(sought[at] ?? '')?.expect(at, occurrence);
  const found: (FoundText | null)[] = sought.map(() => null);
  const tags: FoundTag[] = [];
  for (const index of search.pages) {
    const isDone = found.every((one) => one !== null);
    if (isDone && (!search.tags || tags.length >= MAX_TAGS)) break;
    const page = file.page(index);
    const { seen, unseen } = readLines(page, resources);
    for (const counter of searches.values())
      for (const { at, from } of counter.count(seen.text))
        found[at] = { page: index, boxes: seen.boxesOf(from, from + counter.sought.length) };
    if (search.tags) tags.push(...listTags(page, resources, seen, unseen).slice(0, MAX_TAGS - tags.length));
  }
  const counts = search.queries.map(({ occurrence = 1 }, at) =>
    Math.min(occurrence, searches.get(sought[at] ?? '')?.total ?? 0),
  );
  return { found, counts, tags };
}

/** Counts a text over pages, once for all queries that ask for it. */
class TextCounter {
  readonly sought: string;
  /** The indexes of the queries by the occurrence that they want. */
  readonly #wanted = new Map<number, number[]>();
  total = 0;

  constructor(sought: string) {
    this.sought = sought;
  }

  expect(at: number, occurrence: number): void {
    const queries = this.#wanted.get(occurrence);
    if (queries === undefined) this.#wanted.set(occurrence, [at]);
    else queries.push(at);
  }

  /** Yields where wanted occurrences begin in the text of a page, and stops after the last one. */
  *count(page: string): Generator<{ readonly at: number; readonly from: number }> {
    const { sought } = this;
    for (let from = 0; sought !== '' && this.#wanted.size > 0; from += sought.length) {
      from = page.indexOf(sought, from);
      if (from < 0) return;
      this.total += 1;
      for (const at of this.#wanted.get(this.total) ?? []) yield { at, from };
      this.#wanted.delete(this.total);
    }
  }
}

function normalize(sought: string): string {
  return sought.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

function listTags(page: PdfPage, resources: TextResources, seen: Lines, unseen: Lines): readonly FoundTag[] {
  const { index } = page;
  const hidden = findTags(unseen).map(({ tag }) => ({ page: index, text: tag, boxes: [] }));
  const all = findTags(seen);
  if (all.length === 0) return hidden;
  // What annotations show cannot be covered by content.
  const content = readLines(page, resources, { isContentOnly: true }).seen;
  const placed = findTags(content).map(({ tag, at }) => ({
    ...{ page: index, text: tag },
    boxes: content.boxesOf(at, at + tag.length),
  }));
  const others = all.map(({ tag }) => tag);
  for (const { text: tag } of placed) {
    const at = others.indexOf(tag);
    if (at >= 0) others.splice(at, 1);
  }
  return [...placed, ...others.map((tag) => ({ page: index, text: tag, boxes: [] })), ...hidden];
}

function findTags({ text: all }: Lines): readonly { readonly tag: string; readonly at: number }[] {
  return Array.from(all.matchAll(TAG), ({ 0: tag, index }) => ({ tag, at: index })).slice(0, MAX_TAGS);
}

function readLines(page: PdfPage, resources: TextResources, options: InterpretOptions = {}) {
  const words = listWords(interpretPage(page, resources, options), { letters: true });
  const isSeen = (word: PageWord) => word.hidden === undefined;
  return {
    seen: new Lines(listLines(words.filter(isSeen))),
    unseen: new Lines(listLines(words.filter((word) => !isSeen(word)))),
  };
}

interface PlacedWord {
  readonly word: PageWord;
  readonly line: number;
  /** Where its text begins. */
  readonly from: number;
  readonly to: number;
}

/** The text of a page, of which each part has its place. */
class Lines {
  readonly text: string;
  readonly #words: PlacedWord[] = [];

  constructor(lines: readonly (readonly PageWord[])[]) {
    const parts: string[] = [];
    let length = 0;
    const append = (part: string) => {
      parts.push(part);
      length += part.length;
    };
    for (const [line, words] of lines.entries()) {
      let before: PageWord | undefined;
      for (const word of words) {
        const own = word.text.normalize('NFC');
        const last = parts.at(-1) ?? '';
        const isNext =
          before === undefined ? length > 0 && !isUnspaced(last.at(-1) ?? '', own) : isApart(before, word);
        if (isNext) append(' ');
        this.#words.push({ word, line, from: length, to: length + own.length });
        append(own);
        before = word;
      }
    }
    this.text = parts.join('');
  }

  /** Returns the box of each line that the part of the text is on. */
  boxesOf(from: number, to: number): readonly Box[] {
    const words = this.#words.slice(this.#firstAfter(from), this.#firstAfter(to - 1) + 1);
    const byLine = new Map<number, PlacedWord[]>();
    for (const word of words) byLine.set(word.line, [...(byLine.get(word.line) ?? []), word]);
    return [...byLine.values()].map((group) => boxAround(group, from, to));
  }

  /** The index of the first word that ends after the position. */
  #firstAfter(position: number): number {
    let [low, high] = [0, this.#words.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#words[middle]?.to ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function boxAround(words: readonly PlacedWord[], from: number, to: number): Box {
  const edges = words.flatMap(({ word, from: first, to: last }) => [
    edgeOf(word, from - first, last - first, word.start),
    edgeOf(word, to - first, last - first, word.end),
  ]);
  const place = {
    start: Math.min(...edges),
    end: Math.max(...edges),
    top: Math.min(...words.map(({ word }) => word.top)),
    bottom: Math.max(...words.map(({ word }) => word.bottom)),
  };
  return displayBox(place, words[0]?.word.frame ?? { dx: 1, dy: 0 });
}

/** Words from right to left, and what stands for other glyphs, are taken whole. */
function edgeOf({ start, end, letters }: PageWord, at: number, length: number, whole: number): number {
  if (at <= 0) return Math.min(start, whole);
  if (at >= length) return Math.max(end, whole);
  return letters?.length === length ? (letters[at] ?? whole) : whole;
}
