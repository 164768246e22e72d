import { deflateSync } from 'node:zlib';
import type { Random } from '../random.ts';
import type { ModelObject } from './document.ts';

/** An entry of a cross-reference stream, with the meaning of its fields by type (ISO 32000-1 table 18). */
export interface XrefEntry {
  readonly type: 0 | 1 | 2;
  readonly field2: number;
  readonly field3: number;
}

type Flawed = (value: number) => number;

const WIDTHS = [
  [1, 4, 2],
  [1, 3, 1],
  [1, 8, 2],
  [0, 4, 0],
  [1, 4, 0],
  [2, 6, 4],
  [1, 4, 2, 3],
] as const;
const HOSTILE_WIDTHS = [
  '[0 0 0]',
  '[1 2147483648 1]',
  '[-1 4 2]',
  '[1 4]',
  '[]',
  '[1 400 2]',
  '[255 255 255]',
];

/** Writes a cross-reference table with one subsection per run of numbers. */
export function formatTable(entries: ReadonlyMap<number, XrefEntry>, flawed: Flawed): string {
  const sections = groupRuns(entries).map((run) => {
    const lines = run.map((number) => formatEntry(entries.get(number), flawed));
    return `${flawed(run[0] ?? 0)} ${flawed(run.length)}\n${lines.join('')}`;
  });
  return `xref\n${sections.join('')}`;
}

function formatEntry(entry: XrefEntry | undefined, flawed: Flawed): string {
  const isFree = entry === undefined || entry.type !== 1;
  const offset = String(flawed(entry?.type === 1 ? entry.field2 : 0)).padStart(10, '0');
  const generation = String(entry?.type === 2 ? 0 : (entry?.field3 ?? 0)).padStart(5, '0');
  return `${offset} ${generation} ${isFree ? 'f' : 'n'} \n`;
}

function groupRuns(entries: ReadonlyMap<number, XrefEntry>): number[][] {
  const runs: number[][] = [];
  for (const number of [...entries.keys()].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last !== undefined && last.at(-1) === number - 1) last.push(number);
    else runs.push([number]);
  }
  return runs;
}

/** Writes a cross-reference stream with any widths, filter and predictor. */
export function packXrefStream(
  number: number,
  entries: ReadonlyMap<number, XrefEntry>,
  trailer: string,
  flawed: Flawed,
  random: Random,
): ModelObject {
  const widths = random.chance(0.6) ? WIDTHS[0] : random.pick(WIDTHS);
  const runs = groupRuns(entries);
  const rows = runs.flat().map((each) => packRow(entries.get(each), widths));
  const length = widths.reduce((sum: number, width) => sum + width, 0);
  const isPredicted = random.chance(0.3);
  const content = Buffer.concat(isPredicted ? predictUp(rows, length) : rows);
  const stream = deflateSync(content).toString('latin1');
  const w = flawed(1) === 1 ? `[${widths.join(' ')}]` : random.pick(HOSTILE_WIDTHS);
  const index = runs.map((run) => `${flawed(run[0] ?? 0)} ${flawed(run.length)}`).join(' ');
  const predictor = `/DecodeParms << /Predictor ${flawed(12)} /Columns ${flawed(length)} >>`;
  const body = `<< /Type /XRef /W ${w} /Index [${index}] /Filter /FlateDecode /Length ${flawed(stream.length)}
${isPredicted ? predictor : ''} ${trailer} >>`;
  return { number, generation: 0, body, stream };
}

function packRow(entry: XrefEntry | undefined, widths: readonly number[]): Buffer {
  const values = [entry?.type ?? 0, entry?.field2 ?? 0, entry?.field3 ?? 0];
  return Buffer.concat(widths.map((width, column) => packNumber(values[column] ?? 0, width)));
}

function packNumber(value: number, width: number): Buffer {
  const bytes = Buffer.alloc(width);
  let rest = value;
  for (let at = width - 1; at >= 0; at -= 1) {
    bytes[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return bytes;
}

/** PNG predictor "up" (ISO 32000-1 7.4.4.4). */
function predictUp(rows: readonly Buffer[], length: number): Buffer[] {
  return rows.map((row, position) => {
    const above = rows[position - 1] ?? Buffer.alloc(length);
    return Buffer.concat([Buffer.from([2]), row.map((byte, column) => byte - (above[column] ?? 0))]);
  });
}
