import { type Budget, tooComplex } from '../limits.ts';
import type { ByteSource } from './byte-source.ts';
import { isWhitespace, latin1, skipWhitespace, startsWithText } from './characters.ts';
import { SUBSECTION_COST, type XrefEntry, type XrefRun } from './xref-index.ts';
import {
  ENTRY_LENGTH,
  FixedRun,
  ListedRun,
  MAX_LOOSE_ENTRY_LENGTH,
  readFixedOffset,
  readLooseEntry,
} from './xref-runs.ts';

const HEADER_WINDOW = 64;
/** `10 3` and a line end. */
const SUBSECTION_HEADER = /^(\d{1,10})[ \t]+(\d{1,10})[ \t\r\n\0]/;
/** `0 0 f` and a line end. */
const MIN_ENTRY_LENGTH = 6;

export interface XrefTable {
  readonly runs: readonly XrefRun[];
  readonly trailerAt: number;
}

export interface XrefTableFrame {
  readonly source: ByteSource;
  /** The base is added to every offset. */
  readonly base: number;
  readonly limit: number;
  /** The budget for entries and subsections. */
  readonly entries: Budget;
  /** This is called for what readers interpret differently. */
  readonly noteTolerance: () => void;
}

interface Subsection {
  readonly runs: readonly XrefRun[];
  readonly end: number;
}

/** Reads the table after the keyword `xref`. Returns undefined if it is not a table. */
export function readXrefTable(frame: XrefTableFrame, start: number): XrefTable | undefined {
  const { source } = frame;
  const runs: XrefRun[] = [];
  if (!isWhitespace(source.read(start, 1)[0])) frame.noteTolerance();
  for (let at = start; at < source.size; ) {
    const window = source.read(at, HEADER_WINDOW);
    const skipped = skipWhitespace(window, 0);
    if (startsWithText(window, skipped, 'trailer')) return { runs, trailerAt: at + skipped };
    const header = SUBSECTION_HEADER.exec(latin1(window.subarray(skipped)));
    if (header === null) return undefined;
    const entriesAt = at + skipped + header[0].length;
    const subsection = readSubsection(frame, entriesAt, Number(header[1]), Number(header[2]));
    if (subsection === undefined) return undefined;
    runs.push(...subsection.runs);
    at = subsection.end;
  }
  return undefined;
}

function readSubsection(
  frame: XrefTableFrame,
  offset: number,
  first: number,
  count: number,
): Subsection | undefined {
  const { source, base, limit } = frame;
  frame.entries.spend(SUBSECTION_COST);
  if (count * MIN_ENTRY_LENGTH > source.size - offset) return undefined;
  if (count > limit) throw tooComplex('objects', limit - 1);
  if (first + count > limit) return undefined;
  frame.entries.spend(count);
  const start = offset + skipWhitespace(source.read(offset, HEADER_WINDOW), 0);
  const isShifted = first === 1 && startsWithHeadOfFreeList(source, start);
  if (isShifted) frame.noteTolerance();
  const number = isShifted ? 0 : first;
  const end = start + count * ENTRY_LENGTH;
  if (!keepsColumns(source, start, end)) return readLooseEntries(frame, start, number, count);
  return { runs: [new FixedRun(source, start, number, count, base)], end };
}

/** "0000000000 65535 f" is object 0, though some producers number it 1. */
function startsWithHeadOfFreeList(source: ByteSource, start: number): boolean {
  return startsWithText(source.read(start, ENTRY_LENGTH), 0, '0000000000 65535 f');
}

/** By the first entry, the last one and what follows. Unreadable entries in between are found on demand. */
function keepsColumns(source: ByteSource, start: number, end: number): boolean {
  if (end === start) return true;
  if (readFixedOffset(source.read(start, ENTRY_LENGTH), 0) < 0) return false;
  if (readFixedOffset(source.read(end - ENTRY_LENGTH, ENTRY_LENGTH), 0) < 0) return false;
  const window = source.read(end, HEADER_WINDOW);
  const skipped = skipWhitespace(window, 0);
  return (
    startsWithText(window, skipped, 'trailer') || SUBSECTION_HEADER.test(latin1(window.subarray(skipped)))
  );
}

function readLooseEntries(
  { source, base, noteTolerance }: XrefTableFrame,
  offset: number,
  first: number,
  count: number,
): Subsection | undefined {
  const bytes = source.read(offset, count * MAX_LOOSE_ENTRY_LENGTH);
  const entries: XrefEntry[] = [];
  let at = 0;
  for (let i = 0; i < count; i += 1) {
    at = skipWhitespace(bytes, at);
    if (startsWithText(bytes, at, 'trailer')) break;
    const loose = readLooseEntry(bytes, at, base);
    if (loose === undefined) return undefined;
    if (loose.isShort) noteTolerance();
    entries.push(loose.entry);
    at += loose.length;
  }
  if (entries.length < count) noteTolerance();
  return { runs: [new ListedRun(first, entries)], end: offset + at };
}
