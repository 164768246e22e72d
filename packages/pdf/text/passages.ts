import type { Box } from '../pages/page-box.ts';
import { UNKNOWN_COLOR } from './colors.ts';
import type { TextLine, TextPassage, TextWord } from './page-text.ts';
import { type PageWord, reverseRuns } from './page-words.ts';
import { type Column, orderWords, type Row } from './reading-order.ts';
import type { Frame } from './word-builder.ts';

/** Returns the passages of words in reading order: text of the main direction first, then turned text. */
export function makePassages(words: readonly PageWord[]): TextPassage[] {
  return groupByRotation(words).flatMap(([rotation, group]) =>
    orderWords(group).flatMap((column) =>
      splitPassages(column).map((rows) => makePassage(rows, rotation, group[0]?.frame ?? UPRIGHT)),
    ),
  );
}

/** Returns the words of each line, in the order in which passages have them. */
export function listLines(words: readonly PageWord[]): (readonly PageWord[])[] {
  return groupByRotation(words).flatMap(([, group]) =>
    orderWords(group).flatMap((column) => column.map((row) => orderLogically(row.words))),
  );
}

function groupByRotation(words: readonly PageWord[]): [rotation: number, PageWord[]][] {
  const byFrame = new Map<number, PageWord[]>();
  for (const word of words) {
    const rotation = rotationOf(word.frame);
    if (byFrame.get(rotation)?.push(word) === undefined) byFrame.set(rotation, [word]);
  }
  return [...byFrame].sort(([, one], [, other]) => other.length - one.length);
}

const UPRIGHT: Frame = { dx: 1, dy: 0 };

function rotationOf({ dx, dy }: Frame): number {
  return (Math.round((Math.atan2(dy, dx) * 180) / Math.PI) + 360) % 360;
}

/** The values are in units of the font size or of a line's height. */
const PARAGRAPH_GAP = 0.75;
const WIDER_GAP = 0.35;
const OTHER_SIZE = 1.18;
const SHORT = 0.85;

function splitPassages(rows: Column): Row[][] {
  const passages: Row[][] = [];
  const end = rows.reduce((most, row) => Math.max(most, row.end), 0);
  const start = rows.reduce((least, row) => Math.min(least, row.start), Number.POSITIVE_INFINITY);
  let current: Row[] = [];
  for (const row of rows) {
    const last = current.at(-1);
    if (last !== undefined && isNewPassage(last, row, current, end - start)) {
      passages.push(current);
      current = [];
    }
    current.push(row);
  }
  return current.length > 0 ? [...passages, current] : passages;
}

/** What begins an item of a list: a bullet, a number, a letter in brackets, a paragraph sign. */
const ITEM = /^(?:[•◦▪●■□‣⁃–—*-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]|\d{1,3}(?:\.\d{1,3})+\.?|§)$/;
const SENTENCE_END = /[.:;!?。：；！？]["”»)]?$/;

function isNewPassage(last: Row, row: Row, passage: readonly Row[], width: number): boolean {
  const size = Math.max(last.size, row.size);
  const gap = row.top - last.bottom;
  if (gap > PARAGRAPH_GAP * size || gap < -1.5 * size) return true;
  const before = passage.at(-2);
  if (before !== undefined && gap - (last.top - before.bottom) > WIDER_GAP * size) return true;
  if (last.size > row.size * OTHER_SIZE || row.size > last.size * OTHER_SIZE) return true;
  if (row.end < last.start || row.start > last.end) return true;
  const [first, ending] = [row.words[0]?.text ?? '', last.words.at(-1)?.text ?? ''];
  if (ITEM.test(first)) return true;
  const isShort = last.end - last.start < SHORT * width;
  return isShort && SENTENCE_END.test(ending) && row.start > last.start - size && startsSentence(first);
}

function startsSentence(word: string): boolean {
  return !/^\p{Ll}/u.test(word);
}

function makePassage(rows: readonly Row[], rotation: number, frame: Frame): TextPassage {
  const lines = rows.map((row) => makeLine(row, frame));
  return { text: joinLines(lines), ...boxAround(lines), lines, rotation };
}

function makeLine(row: Row, frame: Frame): TextLine {
  const ordered = orderLogically(row.words);
  const words = ordered.map((word) => makeWord(word, frame));
  let text = '';
  ordered.forEach((word, index) => {
    const before = ordered[index - 1];
    if (before !== undefined && isApart(before, word)) text += ' ';
    text += word.text;
  });
  return { text, ...boxAround(words), words };
}

/** Raised and colored pieces go on without a space. */
export function isApart(before: PageWord, word: PageWord): boolean {
  if (word.isApart) return true;
  const gap = Math.max(word.start - before.end, before.start - word.end);
  return gap > 0.2 * word.size;
}

/** Lines of Hebrew or Arabic begin at the right; words of other scripts in them keep their order. */
function orderLogically(words: readonly PageWord[]): readonly PageWord[] {
  let turned = 0;
  for (const word of words) if (word.isRightToLeft) turned += 1;
  if (turned === 0) return words;
  const isEmbedded = turned * 2 < words.length;
  const ordered = isEmbedded
    ? reverseRuns(words, (word) => word.isRightToLeft)
    : reverseRuns(words.toReversed(), (word) => !word.isRightToLeft);
  return mirrorBrackets(ordered);
}

const CLOSING = ')]}»›';
const OPENING = '([{«‹';
const BRACKETS = /[()[\]{}«»‹›]/g;

/** Some programs name brackets by their shape, which is mirrored in such text, and some by their meaning. */
function mirrorBrackets(words: readonly PageWord[]): readonly PageWord[] {
  const first = words
    .find((word) => word.isRightToLeft && word.text.search(BRACKETS) >= 0)
    ?.text.match(BRACKETS);
  if (!first || !CLOSING.includes(first[0])) return words;
  return words.map((word) => {
    if (!word.isRightToLeft) return word;
    return { ...word, text: word.text.replace(BRACKETS, mirror) };
  });
}

function mirror(bracket: string): string {
  return OPENING[CLOSING.indexOf(bracket)] ?? CLOSING[OPENING.indexOf(bracket)] ?? bracket;
}

/** Lengths in the coordinates of a frame. */
export interface FrameBox {
  readonly start: number;
  readonly end: number;
  readonly top: number;
  readonly bottom: number;
}

/** Returns the least upright box around it. */
export function displayBox({ start, end, top, bottom }: FrameBox, { dx, dy }: Frame): Box {
  const [x0, x1, x2, x3] = [
    start * dx - top * dy,
    end * dx - top * dy,
    start * dx - bottom * dy,
    end * dx - bottom * dy,
  ];
  const [y0, y1, y2, y3] = [
    start * dy + top * dx,
    end * dy + top * dx,
    start * dy + bottom * dx,
    end * dy + bottom * dx,
  ];
  const [x, y] = [Math.min(x0, x1, x2, x3), Math.min(y0, y1, y2, y3)];
  return {
    x: round(x),
    y: round(y),
    width: round(Math.max(x0, x1, x2, x3) - x),
    height: round(Math.max(y0, y1, y2, y3) - y),
  };
}

function makeWord({ text, size, color, ...place }: PageWord, frame: Frame): TextWord {
  const word = { text, ...displayBox(place, frame), fontSize: round(size) };
  return color === UNKNOWN_COLOR ? word : { ...word, color: formatColor(color) };
}

const colors = new Map<number, string>();
const MAX_COLORS = 1000;

function formatColor(color: number): string {
  const known = colors.get(color);
  if (known !== undefined) return known;
  const text = `#${color.toString(16).padStart(6, '0')}`;
  if (colors.size < MAX_COLORS) colors.set(color, text);
  return text;
}

/** Rounds to thousandths of a point. */
function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function boxAround(boxes: readonly { x: number; y: number; width: number; height: number }[]) {
  let [left, top] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [right, bottom] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return { x: left, y: top, width: round(right - left), height: round(bottom - top) };
}

/** Whether lines go on without a space: in scripts that have none between words. */
export function isUnspaced(end: string, start: string): boolean {
  return WITHOUT_SPACES.test(end) && WITHOUT_SPACES.test(start);
}

/** A hyphen at the end of a line that divides a word, and one that belongs to it. */
const DIVIDED = /\p{L}[-\u2010\u00ad]$/u;
const SOFT_HYPHEN = /\u00ad$/;
const JOINED = /[\p{L}\p{N}][-\u2010]$/u;
/** Scripts without spaces between words. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u303f\uff00-\uffef]/u;

function joinLines(lines: readonly TextLine[]): string {
  let text = lines[0]?.text ?? '';
  for (const line of lines.slice(1)) {
    const next = line.text;
    if (SOFT_HYPHEN.test(text) || (DIVIDED.test(text) && /^\p{Ll}/u.test(next)))
      text = text.slice(0, -1) + next;
    else if (JOINED.test(text) && /^[\p{L}\p{N}]/u.test(next)) text += next;
    else if (isUnspaced(text.at(-1) ?? '', next[0] ?? '')) text += next;
    else text += ` ${next}`;
  }
  return text.replaceAll('\u00ad', '');
}
