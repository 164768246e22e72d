import { isPaper } from './colors.ts';
import type { PageGlyphs } from './interpret-page.ts';
import type { HiddenReason } from './page-text.ts';
import { type Frame, MAX_LETTERS_OF_GLYPH, type RawWord, type WordBuilder } from './word-builder.ts';

/** A word in the coordinates of its frame: u from `start` to `end`, v from `top` to `bottom`. */
export interface PageWord {
  readonly text: string;
  readonly frame: Frame;
  readonly start: number;
  readonly end: number;
  readonly top: number;
  readonly bottom: number;
  readonly baseline: number;
  readonly size: number;
  readonly color: number;
  readonly isApart: boolean;
  readonly isRightToLeft: boolean;
  readonly hidden: HiddenReason | undefined;
  /** Where each UTF-16 unit of the text begins, if it was asked for and is known. */
  readonly letters?: readonly number[] | undefined;
}

export interface WordOptions {
  readonly letters?: boolean;
}

/** Points; smaller text counts as hidden [D11-09]. */
const MIN_SIZE = 2;
/** Points; an em that is narrower along the line cannot be read either. */
const MIN_WIDTH = 1;
/** A word is looked at in these parts of its length. */
const LOOKS = [0.15, 0.5, 0.85];

/** Returns the words of a page in the order of its content, with the reason why a person does not see them. */
export function listWords(page: PageGlyphs, options: WordOptions = {}): PageWord[] {
  const words: PageWord[] = [];
  for (const raw of page.words.words) {
    const { run } = raw;
    const text = readWordText(raw, page.words);
    if (text === '') continue;
    const word: PageWord = {
      text,
      frame: run.frame,
      start: raw.start,
      end: raw.end,
      top: run.top,
      bottom: run.bottom,
      baseline: run.baseline,
      size: run.size,
      color: run.style.color,
      isApart: raw.isApart,
      isRightToLeft: raw.isRightToLeft,
      hidden: findReason(raw, page),
    };
    const letters = options.letters ? findLetters(raw, page.words) : undefined;
    const last = words.at(-1);
    const placed = letters === undefined ? word : { ...word, letters };
    if (last !== undefined && goesOn(last, word)) words[words.length - 1] = joinPieces(last, placed);
    else if (raw.isReplaced && /\s/.test(text)) words.push(...splitWord(word));
    else words.push(placed);
  }
  return words;
}

/** Pieces of another color belong to one word if people see both or none. */
function goesOn(last: PageWord, { isApart, hidden, frame, baseline, size }: PageWord): boolean {
  return (
    !isApart &&
    last.hidden === hidden &&
    last.frame === frame &&
    Math.abs(last.baseline - baseline) < 0.01 * size &&
    Math.abs(last.size - size) < 0.01 * size
  );
}

function joinPieces(one: PageWord, other: PageWord): PageWord {
  const isRightToLeft = one.isRightToLeft || other.isRightToLeft;
  const text = isRightToLeft && other.start > one.start ? other.text + one.text : one.text + other.text;
  const [start, end] = [Math.min(one.start, other.start), Math.max(one.end, other.end)];
  const areKnown = !isRightToLeft && one.letters !== undefined && other.letters !== undefined;
  const letters = areKnown ? [...(one.letters ?? []), ...(other.letters ?? [])] : undefined;
  return { ...one, text, start, end, isRightToLeft, letters };
}

/** Letters of a ligature share its length. */
function findLetters(word: RawWord, { texts, starts, ends }: WordBuilder): readonly number[] | undefined {
  const { from, to } = word;
  if (word.isReplaced || word.isRightToLeft) return undefined;
  const letters: number[] = [];
  for (let index = from; index < to; index += 1) {
    const { length } = texts[index] as string;
    const [start, end] = [starts[index] as number, ends[index] as number];
    for (let unit = 0; unit < length; unit += 1) letters.push(start + ((end - start) * unit) / length);
  }
  return letters;
}

/** A replacement text of several words shares the length by its characters. */
function splitWord(word: PageWord): PageWord[] {
  const unit = (word.end - word.start) / word.text.length;
  return Array.from(word.text.matchAll(/\S+/g), ({ 0: text, index }) => {
    const start = word.start + index * unit;
    return { ...word, text, start, end: start + text.length * unit, isApart: true };
  });
}

function readWordText(word: RawWord, { texts, starts, ends }: WordBuilder): string {
  const { from, to } = word;
  if (word.isReplaced) return texts.slice(from, to).join('').trim();
  if (word.isRightToLeft) return readRightToLeft(word, texts, starts, ends);
  if (to - from === 1) return texts[from] as string;
  let text = '';
  for (let index = from; index < to; index += 1) text += texts[index];
  return text;
}

/** Letters and digits that are written from left to right, with what stands between digits. */
const LEFT_TO_RIGHT = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]/u;
const BETWEEN_DIGITS = /^[.,:/\\-]$/;

/** Content may have them in either order, so only their places count. */
function readRightToLeft(
  { from, to }: RawWord,
  texts: readonly string[],
  starts: Float64Array,
  ends: Float64Array,
): string {
  const middle = (index: number) => (starts[index] as number) + (ends[index] as number);
  const order = Array.from({ length: to - from }, (_, index) => from + index);
  const visual = order
    .sort((one, other) => middle(other) - middle(one))
    .map((index) => texts[index] as string);
  return reverseRuns(visual, (text, index) => {
    if (LEFT_TO_RIGHT.test(text)) return true;
    const isBetween =
      LEFT_TO_RIGHT.test(visual[index - 1] ?? '') && LEFT_TO_RIGHT.test(visual[index + 1] ?? '');
    return isBetween && BETWEEN_DIGITS.test(text);
  }).join('');
}

/** Returns the items with each run that is chosen turned around. */
export function reverseRuns<T>(items: readonly T[], isChosen: (item: T, index: number) => boolean): T[] {
  const ordered: T[] = [];
  let run: T[] = [];
  items.forEach((item, index) => {
    if (isChosen(item, index)) run.push(item);
    else {
      ordered.push(...run.reverse(), item);
      run = [];
    }
  });
  return [...ordered, ...run.reverse()];
}

/** Remains of drawings and fillers of forms are no text. */
const LETTER = /[\p{L}\p{N}]/u;

/** Whether a page has a word that no person sees; faster than listing all words. */
export function hasHiddenWord(page: PageGlyphs): boolean {
  return page.words.words.some(
    (raw) => findReason(raw, page) !== undefined && LETTER.test(readWordText(raw, page.words)),
  );
}

function findReason(word: RawWord, page: PageGlyphs): HiddenReason | undefined {
  const { areas, width, height } = page;
  const { run, start, end, painted } = word;
  const { style, frame } = run;
  if (style.hidden === 'layer') return 'hidden_layer';
  const middle = (run.top + run.bottom) / 2;
  const [x0, y0, x1, y1] = style.clip;
  const [left, top] = [Math.max(x0, 0), Math.max(y0, 0)];
  const [right, bottom] = [Math.min(x1, width), Math.min(y1, height)];
  const isEverywhere = (look: (x: number, y: number) => boolean): boolean => {
    for (const part of LOOKS) {
      const u = start + (end - start) * part;
      if (!look(u * frame.dx - middle * frame.dy, u * frame.dy + middle * frame.dx)) return false;
    }
    return true;
  };
  if (isEverywhere((x, y) => x < left || x > right || y < top || y > bottom)) return 'outside_page';
  if (word.isReplaced && isLie(word, page)) return 'invisible';
  if (style.hidden === 'invisible')
    return isEverywhere((x, y) => areas.hasImageAt(x, y)) ? undefined : 'invisible';
  if (run.size < MIN_SIZE || run.width < MIN_WIDTH) return 'tiny';
  if (areas.count === 0) return style.color >= 0 && isPaper(style.color) ? 'background_color' : undefined;
  if (painted < areas.count && isEverywhere((x, y) => areas.isCoveredAt(x, y, painted))) return 'covered';
  const { color } = style;
  if (color < 0) return undefined;
  return isEverywhere((x, y) => areas.hasColorAt(color, x, y, painted)) ? 'background_color' : undefined;
}

/** Whether /ActualText or /ToUnicode says more than the glyphs can show. */
function isLie(word: RawWord, { words }: PageGlyphs): boolean {
  const text = readWordText(word, words);
  return LETTER.test(text) && text.length > word.shown * MAX_LETTERS_OF_GLYPH;
}
