import { PDFArray, type PDFDict, PDFName, PDFNumber, PDFRawStream, type PDFRef } from 'pdf-lib';
import type { ByteWriter } from './byte-writer.ts';
import { writeIndirectObject, writeObject } from './serialise.ts';

/** One entry of a section to be written. */
export interface XrefEntry {
  readonly number: number;
  readonly generation: number;
  /** As the file counts offsets; undefined for a free entry. */
  readonly offset: number | undefined;
}

const KEEP_REF = (ref: PDFRef): PDFRef => ref;
const OFFSET_DIGITS = 10;
const GENERATION_DIGITS = 5;

/** Generation that says a number is never used again (ISO 32000-1 7.5.4). */
const LAST_GENERATION = 65_535;

/** Writes table, trailer and end of file; `base` is subtracted from the writer's position for startxref. */
export function writeXrefTable(
  writer: ByteWriter,
  entries: readonly XrefEntry[],
  trailer: PDFDict,
  start: number,
): void {
  writer.text('xref\n');
  for (const run of groupRuns(entries)) {
    writer.text(`${run[0]?.number ?? 0} ${run.length}\n`);
    for (const entry of run) writer.text(formatEntry(entry));
  }
  writer.text('trailer\n');
  writeObject(writer, trailer, KEEP_REF);
  writeEnd(writer, start);
}

/** Writes the section as a stream with object number `ref`, whose own entry is among `entries`. */
export function writeXrefStream(
  writer: ByteWriter,
  entries: readonly XrefEntry[],
  trailer: PDFDict,
  ref: PDFRef,
  start: number,
): void {
  const widths = [1, widthOf(entries), 2];
  const index = groupRuns(entries).flatMap((run) => [run[0]?.number ?? 0, run.length]);
  trailer.set(PDFName.of('Type'), PDFName.of('XRef'));
  trailer.set(PDFName.of('W'), numberArray(trailer, widths));
  trailer.set(PDFName.of('Index'), numberArray(trailer, index));
  writeIndirectObject(writer, ref, PDFRawStream.of(trailer, packEntries(entries, widths)), KEEP_REF);
  writeEnd(writer, start);
}

function writeEnd(writer: ByteWriter, start: number): void {
  writer.text(`\nstartxref\n${start}\n%%EOF\n`);
}

function formatEntry(entry: XrefEntry): string {
  const offset = String(entry.offset ?? 0).padStart(OFFSET_DIGITS, '0');
  const generation = String(entry.generation).padStart(GENERATION_DIGITS, '0');
  return `${offset} ${generation} ${entry.offset === undefined ? 'f' : 'n'} \n`;
}

/** Splits entries, sorted by number, where the numbers have a gap. */
function groupRuns(entries: readonly XrefEntry[]): XrefEntry[][] {
  const runs: XrefEntry[][] = [];
  let run: XrefEntry[] = [];
  for (const entry of entries) {
    if (run.length > 0 && entry.number !== (run.at(-1)?.number ?? 0) + 1) {
      runs.push(run);
      run = [];
    }
    run.push(entry);
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

function widthOf(entries: readonly XrefEntry[]): number {
  const largest = entries.reduce((most, entry) => Math.max(most, entry.offset ?? 0), 0);
  let width = 1;
  for (let capacity = 256; capacity <= largest; capacity *= 256) width += 1;
  return width;
}

function packEntries(entries: readonly XrefEntry[], widths: readonly number[]): Uint8Array {
  const [typeWidth = 1, placeWidth = 4, extraWidth = 2] = widths;
  const length = typeWidth + placeWidth + extraWidth;
  const bytes = new Uint8Array(entries.length * length);
  entries.forEach((entry, index) => {
    const at = index * length;
    bytes[at] = entry.offset === undefined ? 0 : 1;
    packNumber(bytes, at + typeWidth, placeWidth, entry.offset ?? 0);
    packNumber(bytes, at + typeWidth + placeWidth, extraWidth, Math.min(entry.generation, LAST_GENERATION));
  });
  return bytes;
}

function packNumber(bytes: Uint8Array, at: number, width: number, value: number): void {
  let rest = value;
  for (let i = at + width - 1; i >= at; i -= 1) {
    bytes[i] = rest % 256;
    rest = Math.floor(rest / 256);
  }
}

function numberArray(dict: PDFDict, values: readonly number[]): PDFArray {
  const array = PDFArray.withContext(dict.context);
  for (const value of values) array.push(PDFNumber.of(value));
  return array;
}
