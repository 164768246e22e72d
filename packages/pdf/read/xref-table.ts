import { type Budget, tooComplex } from '../limits.ts';
import type { ByteSource } from './byte-source.ts';
import { isWhitespace, latin1, skipWhitespace, startsWithText } from './characters.ts';
import { ENTRY_LENGTH, hasColumns, MAX_LOOSE_ENTRY_LENGTH, readLooseEntry } from './xref-entry.ts';
import { SUBSECTION_COST, type XrefPlace, type XrefRun } from './xref-index.ts';
import { FixedRun, ListedRun } from './xref-runs.ts';

/** Bytes read for a subsection's header. */
const HEADER_WINDOW = 64;
/** `10 3` and what ends the line: the header of a subsection. */
const SUBSECTION_HEADER = /^(\d{1,10})[ \t]+(\d{1,10})[ \t\r\n\0]/;
/** Shortest spelling of an entry: `0 0 f` and a line end. */
const MIN_ENTRY_LENGTH = 6;

/** A table as it stands in the file. */
export interface XrefTable {
  readonly runs: readonly XrefRun[];
  /** Offset of the keyword `trailer`. */
  readonly trailerAt: number;
}

/** What a table's entries are measured by. */
export interface XrefTableFrame {
  readonly source: ByteSource;
  /** Added to every offset: the junk before the header. */
  readonly base: number;
  /** Highest object number plus one. */
  readonly limit: number;
  /** Counts entries and subsections. */
  readonly entries: Budget;
  /** Called for what is read against the rules. */
  readonly noteTolerance: () => void;
}

interface Subsection {
  readonly runs: readonly XrefRun[];
  /** Offset of what follows the last entry. */
  readonly end: number;
}

/** Reads the table that begins after the keyword `xref` at `start`; undefined when it is not a table. */
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

/** "0000000000 65535 f" belongs to object 0; some producers number it 1. */
function startsWithHeadOfFreeList(source: ByteSource, start: number): boolean {
  return startsWithText(source.read(start, ENTRY_LENGTH), 0, '0000000000 65535 f');
}

/**
 * Looks at the first entry, the last one and what follows it: entries of another length in between would have moved
 * the end. An entry in between that cannot be read is found out when it is asked for.
 */
function keepsColumns(source: ByteSource, start: number, end: number): boolean {
  if (end === start) return true;
  if (!hasColumns(source.read(start, ENTRY_LENGTH), 0)) return false;
  if (!hasColumns(source.read(end - ENTRY_LENGTH, ENTRY_LENGTH), 0)) return false;
  const window = source.read(end, HEADER_WINDOW);
  const skipped = skipWhitespace(window, 0);
  return (
    startsWithText(window, skipped, 'trailer') || SUBSECTION_HEADER.test(latin1(window.subarray(skipped)))
  );
}

/** Entries of 19 or 21 bytes, extra blanks, missing digits: read word by word. */
function readLooseEntries(
  { source, base, noteTolerance }: XrefTableFrame,
  offset: number,
  first: number,
  count: number,
): Subsection | undefined {
  const bytes = source.read(offset, count * MAX_LOOSE_ENTRY_LENGTH);
  const entries: XrefPlace[] = [];
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
