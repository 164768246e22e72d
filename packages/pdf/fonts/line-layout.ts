import { type FontStack, notDrawable } from './font-stack.ts';
import type { ShapedGlyph } from './harfbuzz.ts';
import type { FontFace } from './known-fonts.ts';
import {
  baseDirection,
  findLevels,
  isSimpleText,
  orderVisually,
  splitRuns,
  splitText,
  type TextDirection,
  type TextRun,
} from './script-runs.ts';

/** `.notdef`; rules of a font may produce it even for its own characters. */
const NO_GLYPH = 0;

export interface GlyphCluster {
  readonly text: string;
  readonly glyphs: readonly ShapedGlyph[];
}

export interface GlyphRun {
  readonly face: FontFace;
  readonly isRightToLeft: boolean;
  readonly clusters: readonly GlyphCluster[];
}

export interface TextLine {
  readonly direction: TextDirection;
  readonly runs: readonly GlyphRun[];
}

export interface LayoutOptions {
  /** If this is absent, the first letter decides. */
  readonly direction?: TextDirection | undefined;
  readonly language?: string | undefined;
  readonly isFullyShaped?: boolean;
}

/** Lays out a line by UAX #9 and OpenType shaping. A tab becomes a blank. Throws `text_not_drawable`. */
export function layOutLine(text: string, fonts: FontStack, options: LayoutOptions = {}): TextLine {
  const line = cleanLine(text);
  const direction = options.direction ?? baseDirection(line);
  if (direction === 'ltr' && canSkipShaping(line, options))
    return { direction, runs: layOutSimple(line, fonts) };
  return { direction, runs: layOutShaped(line, direction, fonts, options) };
}

/** Returns the width as a fraction of the size. Throws `text_not_drawable`. */
export function measureLine(text: string, fonts: FontStack, options: LayoutOptions = {}): number {
  const line = cleanLine(text);
  if (canSkipShaping(line, options)) return measureSimple(line, fonts);
  return layOutLine(line, fonts, options).runs.reduce((sum, run) => sum + widthOf(run), 0);
}

export function layOutShaped(
  line: string,
  direction: TextDirection,
  fonts: FontStack,
  { language, isFullyShaped }: LayoutOptions = {},
): GlyphRun[] {
  const runs: (GlyphRun & { clusters: GlyphCluster[] })[] = [];
  for (const run of orderVisually(splitRuns(line, direction, fonts, isFullyShaped))) {
    const clusters = shape(line, run, language);
    const last = runs.at(-1);
    if (last?.face === run.face && last.isRightToLeft === isRightToLeft(run)) last.clusters.push(...clusters);
    else runs.push({ face: run.face, isRightToLeft: isRightToLeft(run), clusters });
  }
  return runs;
}

function canSkipShaping(line: string, { isFullyShaped = false }: LayoutOptions): boolean {
  return !isFullyShaped && isSimpleText(line);
}

function cleanLine(text: string): string {
  return text.normalize('NFC').replaceAll('\t', ' ');
}

function layOutSimple(line: string, fonts: FontStack): GlyphRun[] {
  const runs: (GlyphRun & { clusters: GlyphCluster[] })[] = [];
  let cluster = 0;
  for (const text of line) {
    const last = runs.at(-1);
    const { face, glyph } = fonts.characterGlyph(text.codePointAt(0) ?? 0, last?.face);
    const placed = { text, glyphs: [{ glyph, cluster, advance: face.advanceOf(glyph), dx: 0, dy: 0 }] };
    if (last?.face === face) last.clusters.push(placed);
    else runs.push({ face, isRightToLeft: false, clusters: [placed] });
    cluster += text.length;
  }
  return runs;
}

function measureSimple(line: string, fonts: FontStack): number {
  let width = 0;
  let before: FontFace | undefined;
  for (const text of line) {
    const { face, glyph } = fonts.characterGlyph(text.codePointAt(0) ?? 0, before);
    width += face.advanceOf(glyph) / face.header.unitsPerEm;
    before = face;
  }
  return width;
}

function widthOf({ face, clusters }: GlyphRun): number {
  const units = clusters.reduce(
    (sum, { glyphs }) => sum + glyphs.reduce((inner, { advance }) => inner + advance, 0),
    0,
  );
  return units / face.header.unitsPerEm;
}

function shape(line: string, run: TextRun, language: string | undefined): GlyphCluster[] {
  const { start, end, style } = run;
  const glyphs = run.face.shape(line, {
    start,
    end,
    isRightToLeft: isRightToLeft(run),
    style,
    // Other styles look the same in all languages.
    language: style === 'full' ? language : undefined,
  });
  const missing = glyphs.find(({ glyph }) => glyph === NO_GLYPH);
  if (missing) throw notDrawable(String.fromCodePoint(line.codePointAt(missing.cluster) ?? 0));
  return groupByCluster(line, end, glyphs);
}

function isRightToLeft({ level }: TextRun): boolean {
  return level % 2 === 1;
}

function groupByCluster(line: string, end: number, glyphs: readonly ShapedGlyph[]): GlyphCluster[] {
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].sort((a, b) => a - b);
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1] ?? end]));
  const groups: { start: number; glyphs: ShapedGlyph[] }[] = [];
  for (const glyph of glyphs) {
    const last = groups.at(-1);
    if (last?.start === glyph.cluster) last.glyphs.push(glyph);
    else groups.push({ start: glyph.cluster, glyphs: [glyph] });
  }
  return groups.map(({ start, glyphs: members }) => ({
    text: line.slice(start, ends.get(start)),
    glyphs: members,
  }));
}

export const NEEDS_DICTIONARY = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const IDEOGRAPHIC = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
/** These characters must not begin or end a line (JIS X 4051, UAX #14 classes CL, NS, OP). */
const NEVER_FIRST =
  /^[、。，．・：；？！）］｝〉》」』】〕〗〙〟ーァィゥェォッャュョヮヵヶぁぃぅぇぉっゃゅょゎゕゖ々〻゛゜ヽヾゝゞ,.:;?!)\]}”’»\p{M}]/u;
const NEVER_LAST = /[（［｛〈《「『【〔〖〘〝([{“‘«]$/u;
/** U+00A0, U+2007 and U+202F are missing, as they do not break. */
const BLANKS = /[\t \u1680\u2000-\u2006\u2008-\u200b\u205f\u3000]+$/u;
const HYPHEN = /\p{L}[-\u2010]$/u;

const SIMPLE_WORDS = /[^\t ]*[\t ]*/g;
const ONLY_BLANKS_BREAK = /^[\t\x21-\x2c\x2e-\xac\xae-\u02ff\u0370-\u052f\u1e00-\u1fff\u0590-\u06ff ]*$/;

/**
 * Splits a line at break opportunities (a subset of UAX #14). The pieces, with their trailing blanks, add up to
 * the text.
 */
export function splitAtLineBreaks(text: string): string[] {
  if (ONLY_BLANKS_BREAK.test(text)) return (text.match(SIMPLE_WORDS) ?? []).filter((piece) => piece !== '');
  const pieces: string[] = [];
  // The last two segments of the piece: with the whole piece each time, a long word would take minutes.
  let end = '';
  let last = '';
  let needsDictionary = false;
  for (const segment of splitText(text, NEEDS_DICTIONARY.test(text) ? 'word' : 'grapheme')) {
    const isOfDictionary = NEEDS_DICTIONARY.test(segment);
    if (pieces.length === 0 || mayBreak(end, segment, needsDictionary && isOfDictionary)) {
      pieces.push(segment);
      end = segment;
      needsDictionary = isOfDictionary;
    } else {
      pieces[pieces.length - 1] += segment;
      end = last + segment;
      needsDictionary ||= isOfDictionary;
    }
    last = segment;
  }
  return pieces;
}

/** `before` is the piece, or its end. */
export function mayBreak(before: string, after: string, isBetweenWords: boolean): boolean {
  if (BLANKS.test(after)) return false;
  if (BLANKS.test(before)) return true;
  if (NEVER_FIRST.test(after) || NEVER_LAST.test(before)) return false;
  if (HYPHEN.test(before)) return /^\p{L}/u.test(after);
  return isBetweenWords || IDEOGRAPHIC.test(after) || IDEOGRAPHIC.test(lastCharacter(before));
}

function lastCharacter(text: string): string {
  return Array.from(text.slice(-2)).at(-1) ?? '';
}

export type MeasureText = (text: string) => number;

/** An A4 page at 4 points holds 30,000. */
const MAX_LAID_OUT = 100_000;

export function splitGraphemes(text: string): string[] {
  return splitText(text, 'grapheme');
}

interface OrderedGrapheme {
  readonly text: string;
  readonly direction: TextDirection;
}

/** Splits a line into graphemes, from left to right (rule L2 of UAX #9). */
export function orderGraphemes(line: string): OrderedGrapheme[] {
  const levels = findLevels([...line], baseDirection(line));
  let position = 0;
  const items = splitGraphemes(line).map((text) => {
    const level = levels[position] ?? 0;
    position += [...text].length;
    return { text, level };
  });
  return orderVisually(items).map(({ text, level }) => ({
    text,
    direction: level % 2 === 1 ? 'rtl' : 'ltr',
  }));
}

/** UAX #14 has the classes CR, LF, NL and BK: Word pastes VT for a line and FF for a page. */
const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

export function splitLines(text: string): string[] {
  return text.split(LINE_END);
}

export function joinLines(text: string): string {
  return splitLines(text).join(' ');
}

export interface WrappedLine {
  readonly text: string;
  /** The direction of the paragraph, which also applies to lines that begin in another script. */
  readonly direction: TextDirection;
}

/** Breaks a text into lines no wider than `maxWidth`, inside a word only if it is wider than a line. */
export function wrapText(text: string, maxWidth: number, measure: MeasureText): WrappedLine[] {
  return splitLines(text.slice(0, MAX_LAID_OUT)).flatMap((paragraph) => {
    const direction = baseDirection(paragraph);
    return wrapLine(paragraph, maxWidth, measure).map((line) => ({ text: line, direction }));
  });
}

function wrapLine(line: string, maxWidth: number, measure: MeasureText): string[] {
  const lines: string[] = [];
  let current = '';
  let width = 0;
  for (const piece of splitPieces(line, maxWidth, measure)) {
    const pieceWidth = measure(piece.trimEnd());
    if (current !== '' && width + pieceWidth > maxWidth) {
      lines.push(current.trimEnd());
      current = '';
      width = 0;
    }
    current += piece;
    width += measure(piece);
  }
  return [...lines, current.trimEnd()];
}

function splitPieces(line: string, maxWidth: number, measure: MeasureText): string[] {
  return splitAtLineBreaks(line).flatMap((word) =>
    measure(word.trimEnd()) > maxWidth ? splitGraphemes(word) : [word],
  );
}
