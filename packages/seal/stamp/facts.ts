import {
  findInstalledFont,
  type MeasureText,
  type PageDrawing,
  PdfError,
  type TextDirection,
  type TextEmbedder,
  wrapText,
} from '@countersign/pdf';
import { escapeUndrawable, fitText } from '../fit-text.ts';
import {
  type Area,
  layOutStamp,
  MIN_NAME_SIZE_SHARE,
  NAME_SIZE_STEP,
  type SignatureFont,
} from '../layout.ts';
import type { IdentityStamp } from './stamp.ts';

const COLOR = [0.2, 0.2, 0.2] as const;
/** Sizes are in points. If the minimum does not fit, the last facts are omitted. */
const MAX_SIZE = 8;
const MIN_SIZE = 1;
const SIZE_STEP = 0.97;
const LINE_HEIGHT = 1.2;
const ASCENT = 0.95;
const SEPARATOR = ' · ';

export function measureFacts({ text: embedder }: PageDrawing, area: Area, facts: readonly string[]): number {
  const { rows, size } = fitFacts(spellAll(facts, embedder), area, embedder);
  return rows.length * LINE_HEIGHT * size;
}

interface FittedFacts {
  readonly rows: readonly string[];
  readonly size: number;
}

/** Several per row if they fit, at the top or in the middle of the area. */
export function drawFacts(
  { text: embedder }: PageDrawing,
  area: Area,
  facts: readonly string[],
  align: 'top' | 'middle' = 'top',
): string {
  const { rows, size } = fitFacts(spellAll(facts, embedder), area, embedder);
  const spare = align === 'middle' ? (area.height - rows.length * LINE_HEIGHT * size) / 2 : 0;
  const baseline = (row: number) => area.y + area.height - spare - (row * LINE_HEIGHT + ASCENT) * size;
  // Even if the first fact is an Arabic name.
  const style = { x: area.x, size, color: COLOR, direction: 'ltr' } as const;
  return rows.map((row, index) => embedder.drawText(row, { ...style, y: baseline(index) })).join('');
}

function spellAll(facts: readonly string[], embedder: TextEmbedder): string[] {
  return facts.map((fact) => escapeUndrawable(fact, embedder));
}

function fitFacts(facts: readonly string[], area: Area, embedder: TextEmbedder): FittedFacts {
  const measure: MeasureText = (text) => embedder.measure(text, 1);
  for (let size = MAX_SIZE; size >= MIN_SIZE; size *= SIZE_STEP) {
    const rows = fillRows(facts, area.width / size, measure);
    if (rows.length * LINE_HEIGHT * size <= area.height) return { rows, size };
  }
  const rows = fillRows(facts, area.width / MIN_SIZE, measure);
  return { rows: rows.slice(0, Math.floor(area.height / (LINE_HEIGHT * MIN_SIZE))), size: MIN_SIZE };
}

/** A fact is broken only if it is wider than a row. */
function fillRows(facts: readonly string[], width: number, measure: MeasureText): string[] {
  const rows: string[] = [];
  for (const fact of facts) {
    const joined = `${rows.at(-1)}${SEPARATOR}${fact}`;
    if (rows.length > 0 && measure(joined) <= width) rows[rows.length - 1] = joined;
    else rows.push(...wrapText(fact, width, measure).map(({ text }) => text));
  }
  return rows;
}

/** The share of the area's height, so that a short name does not fill the box. */
export const PRINT_SHARE = 0.8;

interface FittedName {
  readonly lines: readonly { readonly text: string; readonly direction?: TextDirection }[];
  readonly size: number;
}

interface NameStyle {
  readonly color: readonly [red: number, green: number, blue: number];
  readonly maxShare: number;
}

export function drawName(
  embedder: TextEmbedder,
  area: Area,
  name: string,
  { color, maxShare }: NameStyle,
): string {
  if (name.trim() === '') return '';
  const { lines, size } = fitName(embedder, name, area, maxShare);
  const { ascent, descent } = embedder.metrics;
  const lineHeight = (ascent - descent) * size;
  const top = area.y + (area.height + lines.length * lineHeight) / 2;
  const baseline = (index: number) => top - ascent * size - index * lineHeight;
  return lines
    .map(({ text, ...line }, index) =>
      embedder.drawText(text, { ...line, x: area.x, y: baseline(index), size, color }),
    )
    .join('');
}

/** Returns the largest size that fits, and breaks words only if necessary. */
function fitName(
  embedder: TextEmbedder,
  name: string,
  { width, height }: Area,
  maxShare: number,
): FittedName {
  const { ascent, descent } = embedder.metrics;
  const measure = (text: string) => embedder.measure(text, 1);
  const largest = (height * maxShare) / (ascent - descent);
  const minSize = largest * MIN_NAME_SIZE_SHARE;
  const longestWord = Math.max(...name.trim().split(/\s+/).map(measure));
  for (let size = Math.min(largest, width / longestWord); size >= minSize; size *= NAME_SIZE_STEP) {
    const lines = wrapText(name.trim(), width / size, measure);
    if (lines.length * (ascent - descent) * size <= height) return { lines, size };
  }
  const { text, size } = fitText(embedder, name, { width, size: minSize, minSize });
  return { lines: [{ text }], size };
}

/** Black like print: the name is not handwritten. */
const NAME_COLOR = [0, 0, 0] as const;

export function drawIdentity(drawing: PageDrawing, { box, name, lines }: IdentityStamp): string {
  const { ink, facts } = layOutStamp(box);
  const drawable = escapeUndrawable(name, drawing.text);
  const style = { color: NAME_COLOR, maxShare: PRINT_SHARE };
  return drawName(drawing.text, ink, drawable, style) + drawFacts(drawing, facts, lines);
}

/** Uses other fonts for missing characters. Throws `font_not_usable`. */
export function inSignatureFont(embedder: TextEmbedder, font: SignatureFont): TextEmbedder {
  const path = findInstalledFont(font, '@countersign/seal');
  if (path === undefined)
    throw new PdfError('font_not_usable', `The package @expo-google-fonts/${font} is not installed`);
  return embedder.inFont(path);
}
