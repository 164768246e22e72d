import type { FontFace } from '../font-face.ts';
import { type FontStack, notDrawable } from '../font-stack.ts';
import type { ShapedGlyph } from '../harfbuzz/shape-run.ts';
import { baseDirection, orderVisually, type TextDirection } from './bidi.ts';
import { isSimpleText } from './simple-text.ts';
import { splitRuns, type TextRun } from './split-runs.ts';

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
  /** Absent: by the first letter. */
  readonly direction?: TextDirection | undefined;
  readonly language?: string | undefined;
  readonly isFullyShaped?: boolean;
}

/** UAX #9, OpenType shaping. A tab becomes a blank. Throws `text_not_drawable`. */
export function layOutLine(text: string, fonts: FontStack, options: LayoutOptions = {}): TextLine {
  const line = cleanLine(text);
  const direction = options.direction ?? baseDirection(line);
  if (direction === 'ltr' && canSkipShaping(line, options))
    return { direction, runs: layOutSimple(line, fonts) };
  return { direction, runs: layOutShaped(line, direction, fonts, options) };
}

/** As a fraction of the size. Throws `text_not_drawable`. */
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
