import { PDFDict, PDFNull, PDFNumber, PDFRef, PDFStream } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import { tooComplex } from '../limits.ts';
import type { ByteSource } from './byte-source.ts';
import { DOT, indexOfText, lastIndexOfText, latin1, skipWhitespace, startsWithText } from './characters.ts';
import { nameOf } from './lookup.ts';
import type { ObjectReader } from './object-reader.ts';
import type { XrefRun } from './xref-index.ts';
import { HalfRun } from './xref-runs.ts';
import { readXrefStream } from './xref-stream.ts';
import { readXrefTable, type XrefTable } from './xref-table.ts';

type XrefKind = 'table' | 'stream';

export interface XrefChain {
  readonly kind: XrefKind;
  /** The trailer of the newest section. */
  readonly trailer: PDFDict;
  /** The value for /Prev of the next section, relative to the header. */
  readonly startxref: number;
  /** Readers may interpret them differently. */
  readonly ambiguousSections: readonly number[];
  /** The newest section comes first. */
  readonly sections: readonly number[];
}

/** Acrobat searches 1,024 bytes for the end of a file. */
const TAIL_WINDOW = 2048;
/** ISO 32000-1 annex H, note 13, lets the header begin within the first 1,024 bytes. */
const HEAD_WINDOW = 1024 + '%PDF-'.length - 1;

/** So much of a section is searched for real numbers. */
const SECTION_HEAD = 1024;

export function findHeader(source: ByteSource): number | undefined {
  const at = indexOfText(source.read(0, HEAD_WINDOW), '%PDF-');
  return at < 0 ? undefined : at;
}

/** Reads the sections, the newest first. Returns undefined if the chain is broken. */
export function readXrefChain(reader: ObjectReader, base: number): XrefChain | undefined {
  const startxref = findStartxref(reader.source);
  if (startxref === undefined) return undefined;
  try {
    return followChain(reader, base, startxref);
  } catch (error) {
    if (error instanceof PdfError && error.code === 'damaged') return undefined;
    throw error;
  }
}

function findStartxref(source: ByteSource): number | undefined {
  const tail = source.read(Math.max(0, source.size - TAIL_WINDOW), TAIL_WINDOW);
  const at = lastIndexOfText(tail, 'startxref');
  if (at < 0) return undefined;
  const value = /^startxref[\0\t\n\f\r ]+(\d{1,15})/.exec(latin1(tail.subarray(at, at + 64)))?.[1];
  return value === undefined ? undefined : Number(value);
}

function followChain(reader: ObjectReader, base: number, startxref: number): XrefChain | undefined {
  const visited = new Set<number>();
  const ambiguousSections: number[] = [];
  let newest: Section | undefined;
  let next: number | undefined = startxref;
  while (next !== undefined) {
    if (visited.has(next)) {
      reader.noteTolerance();
      break;
    }
    visited.add(next);
    if (visited.size > reader.limits.revisions) throw tooComplex('revisions', reader.limits.revisions);
    const section = readSection(reader, base, next);
    if (section === undefined) return undefined;
    newest ??= section;
    if (section.isAmbiguous) ambiguousSections.push(next + base);
    const previous = previousOf(section.trailer);
    // Other readers rebuild the cross-reference if /Prev is indirect.
    if (section.trailer.get(nameOf('Prev')) instanceof PDFRef) reader.noteTolerance();
    if (previous === BROKEN) return undefined;
    next = previous;
  }
  if (newest === undefined) return undefined;
  const sections = [...visited].map((offset) => offset + base);
  return { kind: newest.kind, trailer: newest.trailer, startxref, ambiguousSections, sections };
}

const BROKEN = 'broken';

interface Section {
  readonly kind: XrefKind;
  readonly trailer: PDFDict;
  /** Two entries of one object, or a hybrid stream, which readers rank differently. */
  readonly isAmbiguous: boolean;
}

function readSection(reader: ObjectReader, base: number, position: number): Section | undefined {
  const window = reader.source.read(position + base, 64);
  const skipped = skipWhitespace(window, 0);
  if (!startsWithText(window, skipped, 'xref')) return readStreamSection(reader, base, position);
  return readTableSection(reader, base, position + base + skipped + 'xref'.length);
}

function readStreamSection(reader: ObjectReader, base: number, position: number): Section | undefined {
  const stream = reader.readAt(position + base)?.object;
  if (!(stream instanceof PDFStream)) return undefined;
  const { limits, inflated, xrefEntries } = reader;
  const noteTolerance = () => reader.noteTolerance();
  if (hasRealNumber(reader.source.read(position + base, SECTION_HEAD))) reader.noteTolerance();
  const runs = readXrefStream(stream, { base, limits, inflated, entries: xrefEntries, noteTolerance });
  if (runs === undefined) return undefined;
  for (const run of runs) reader.index.addRun(run);
  return { kind: 'stream', trailer: stream.dict, isAmbiguous: hasOverlap(runs) };
}

/** qpdf refuses one in place of an integer. pdf-lib does not distinguish them. */
function hasRealNumber(head: Uint8Array): boolean {
  if (!head.includes(DOT)) return false;
  const end = indexOfText(head, 'stream');
  const dictionary = latin1(end < 0 ? head : head.subarray(0, end));
  return /\/(?:W|Index)\s*\[[^\]]*\.|\/(?:Size|Prev)\s*[+-]?\d*\./.test(dictionary);
}

function readTableSection(reader: ObjectReader, base: number, start: number): Section | undefined {
  const { source, limits, xrefEntries } = reader;
  const noteTolerance = () => reader.noteTolerance();
  const frame = { source, base, limit: limits.objects + 1, entries: xrefEntries, noteTolerance };
  const table = readXrefTable(frame, start);
  if (table === undefined) return undefined;
  const trailer = reader.readDirectAt(table.trailerAt + 'trailer'.length);
  if (!(trailer instanceof PDFDict)) return undefined;
  const isSized = trailer.get(nameOf('Size')) instanceof PDFNumber;
  if (!isSized || hasRealNumber(source.read(table.trailerAt, SECTION_HEAD))) reader.noteTolerance();
  const hidden = offsetAt(trailer, 'XRefStm');
  if (hidden === undefined) for (const run of table.runs) reader.index.addRun(run);
  else addHybrid(reader, base, table, hidden);
  return { kind: 'table', trailer, isAmbiguous: hidden !== undefined || hasOverlap(table.runs) };
}

function hasOverlap(runs: readonly XrefRun[]): boolean {
  const sorted = runs.filter(({ count }) => count > 0).sort((a, b) => a.first - b.first);
  return sorted.some(({ first }, index) => {
    const before = sorted[index - 1];
    return before !== undefined && before.first + before.count > first;
  });
}

/** The stream overrides the table's free entries, and is overridden by the others. */
function addHybrid(reader: ObjectReader, base: number, { runs }: XrefTable, hidden: number): void {
  for (const run of runs) reader.index.addRun(new HalfRun(run, false));
  if (readStreamSection(reader, base, hidden) === undefined) reader.noteTolerance();
  for (const run of runs) reader.index.addRun(new HalfRun(run, true));
}

/**
 * Returns undefined if /Prev is missing or 0. An invalid /Prev would hide every older object, so the file is
 * rebuilt.
 */
function previousOf(trailer: PDFDict): number | undefined | typeof BROKEN {
  const value = trailer.get(nameOf('Prev'));
  // Some producers write `/Prev 1234 0 R` and mean `/Prev 1234`.
  if (value instanceof PDFRef) return value.objectNumber;
  if (value === undefined || value === PDFNull) return undefined;
  const offset = value instanceof PDFNumber ? value.asNumber() : -1;
  if (offset === 0) return undefined;
  return Number.isInteger(offset) && offset > 0 ? offset : BROKEN;
}

function offsetAt(dict: PDFDict, key: string): number | undefined {
  const value = dict.get(nameOf(key));
  return value instanceof PDFNumber && value.asNumber() > 0 ? value.asNumber() : undefined;
}

/** The parts of a file besides its objects. */
export interface FileStructure {
  /** The kind of the newest section, which the next one continues. */
  readonly kind: XrefKind;
  /** The trailer that callers may edit. */
  readonly trailer: PDFDict;
  /** The trailer as it was read. */
  readonly originalTrailer: PDFDict;
  readonly startxref: number;
  /** Junk before the header that offsets do not count. */
  readonly base: number;
  /** The header, as `%PDF-1.7`. */
  readonly header: string;
  /** Readers may interpret them differently. */
  readonly ambiguousSections: readonly number[];
  /** The newest section comes first. */
  readonly sections: readonly number[];
  /** The cross-reference was rebuilt. */
  readonly repaired: boolean;
}
