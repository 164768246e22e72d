import { type MeasureText, type TextEmbedder, wrapText } from '@countersign/pdf';
import type { PageDrawing } from '../drawing/page-drawing.ts';
import { spellUndrawable } from '../drawing/spell-undrawable.ts';
import type { Area } from './stamp-layout.ts';

const COLOR = [0.2, 0.2, 0.2] as const;
/** Points. Facts are as large as the area allows between these; below the smaller one the last are left out. */
const MAX_SIZE = 8;
const MIN_SIZE = 1;
/** From one size that is tried to the next. */
const SIZE_STEP = 0.97;
/** From one baseline to the next, in text sizes. */
const LINE_HEIGHT = 1.2;
/** Part of a line above the baseline. */
const ASCENT = 0.95;
const SEPARATOR = ' · ';

/** Points that the facts take of an area's height. */
export function measureFacts({ text: embedder }: PageDrawing, area: Area, facts: readonly string[]): number {
  const { rows, size } = fitFacts(spellAll(facts, embedder), area, embedder);
  return rows.length * LINE_HEIGHT * size;
}

interface FittedFacts {
  readonly rows: readonly string[];
  readonly size: number;
}

/** Operators for the facts of a box, several to a row where there is room, from the top of the area or in its middle. */
export function drawFacts(
  { text: embedder }: PageDrawing,
  area: Area,
  facts: readonly string[],
  align: 'top' | 'middle' = 'top',
): string {
  const { rows, size } = fitFacts(spellAll(facts, embedder), area, embedder);
  const spare = align === 'middle' ? (area.height - rows.length * LINE_HEIGHT * size) / 2 : 0;
  const baseline = (row: number) => area.y + area.height - spare - (row * LINE_HEIGHT + ASCENT) * size;
  // The document's language begins at the left, also where the first fact is a name in Arabic.
  const style = { x: area.x, size, color: COLOR, direction: 'ltr' } as const;
  return rows.map((row, index) => embedder.drawText(row, { ...style, y: baseline(index) })).join('');
}

function spellAll(facts: readonly string[], embedder: TextEmbedder): string[] {
  return facts.map((fact) => spellUndrawable(fact, embedder));
}

/** The largest size at which all facts fit. */
function fitFacts(facts: readonly string[], area: Area, embedder: TextEmbedder): FittedFacts {
  const measure: MeasureText = (text) => embedder.measure(text, 1);
  for (let size = MAX_SIZE; size >= MIN_SIZE; size *= SIZE_STEP) {
    const rows = fillRows(facts, area.width / size, measure);
    if (rows.length * LINE_HEIGHT * size <= area.height) return { rows, size };
  }
  const rows = fillRows(facts, area.width / MIN_SIZE, measure);
  return { rows: rows.slice(0, Math.floor(area.height / (LINE_HEIGHT * MIN_SIZE))), size: MIN_SIZE };
}

/** A fact stays in one piece unless it is wider than a row. */
function fillRows(facts: readonly string[], width: number, measure: MeasureText): string[] {
  const rows: string[] = [];
  for (const fact of facts) {
    const joined = `${rows.at(-1)}${SEPARATOR}${fact}`;
    if (rows.length > 0 && measure(joined) <= width) rows[rows.length - 1] = joined;
    else rows.push(...wrapText(fact, width, measure).map(({ text }) => text));
  }
  return rows;
}
