import { type MeasureText, type TextEmbedder, wrapText } from '@countersign/pdf';
import { escapeUndrawable } from '../drawing/escape-undrawable.ts';
import type { PageDrawing } from '../drawing/page-drawing.ts';
import type { Area } from './stamp-layout.ts';

const COLOR = [0.2, 0.2, 0.2] as const;
/** Points. If the minimum does not fit, the last facts are omitted. */
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
