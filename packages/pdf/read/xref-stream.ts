import { PDFArray, type PDFDict, PDFNumber, type PDFStream } from 'pdf-lib';
import { type Budget, type PdfLimits, tooComplex } from '../limits.ts';
import { lookupName, lookupNumber, nameOf } from './lookup.ts';
import { decodeStream } from './streams.ts';
import { hasIndirectEntry } from './tree-entries.ts';
import { AT_OFFSET, FREE, IN_STREAM, SUBSECTION_COST, type XrefEntry, type XrefRun } from './xref-index.ts';

/** 8 bytes hold every offset; ISO 32000-1 7.5.8.2 sets no limit. */
const MAX_FIELD_WIDTH = 8;

/** They have to be direct (7.5.8.2), or a later revision could change what the stream says. */
export const XREF_KEYS = ['Type', 'Size', 'Prev', 'W', 'Index', 'Length', 'Filter', 'DecodeParms'];

export interface XrefStreamFrame {
  /** The base is added to every offset. */
  readonly base: number;
  readonly limits: PdfLimits;
  /** The budget for inflated bytes. */
  readonly inflated: Budget;
  /** The budget for entries and sections. */
  readonly entries: Budget;
  /** This is called for what readers interpret differently. */
  readonly noteTolerance: () => void;
}

/** Reads a cross-reference stream (ISO 32000-1 7.5.8). Returns undefined if its dictionary is invalid. */
export function readXrefStream(stream: PDFStream, frame: XrefStreamFrame): readonly XrefRun[] | undefined {
  const layout = readLayout(stream.dict, frame.base);
  if (layout === undefined) return undefined;
  const rows = decodeStream(stream, frame.limits.inflatedStream, frame.inflated);
  const sections = listSections(stream.dict);
  if (!isSound(stream.dict, sections, rows.length / layout.entryLength)) frame.noteTolerance();
  return splitRuns(rows, sections, layout, frame);
}

interface EntryLayout {
  readonly typeWidth: number;
  readonly secondWidth: number;
  readonly thirdWidth: number;
  readonly entryLength: number;
  readonly base: number;
}

function readLayout(dict: PDFDict, base: number): EntryLayout | undefined {
  const widths = numbersOf(dict, 'W');
  if (widths.length < 3 || widths.some((width) => !(width >= 0 && width <= MAX_FIELD_WIDTH)))
    return undefined;
  const [typeWidth = 0, secondWidth = 0, thirdWidth = 0] = widths;
  const entryLength = widths.reduce((sum, width) => sum + width, 0);
  if (entryLength === 0 || !widths.every(Number.isInteger)) return undefined;
  return { typeWidth, secondWidth, thirdWidth, entryLength, base };
}

/** First number and count of each; [0 Size] by default. */
function listSections(dict: PDFDict): number[] {
  const sections = numbersOf(dict, 'Index');
  return sections.length >= 2 ? sections : [0, lookupNumber(dict, 'Size') ?? 0];
}

/** Returns true if other readers accept the section. */
function isSound(dict: PDFDict, sections: readonly number[], entryCount: number): boolean {
  const counted = sections.reduce((sum, value, at) => (at % 2 === 1 ? sum + value : sum), 0);
  return (
    lookupName(dict, 'Type') === 'XRef' &&
    lookupNumber(dict, 'Size') !== undefined &&
    !hasIndirectEntry(dict, XREF_KEYS) &&
    sections.length % 2 === 0 &&
    counted === entryCount
  );
}

function splitRuns(
  rows: Uint8Array,
  sections: number[],
  layout: EntryLayout,
  { limits, entries }: XrefStreamFrame,
): readonly XrefRun[] | undefined {
  const limit = limits.objects + 1;
  const runs: XrefRun[] = [];
  let at = 0;
  for (let i = 0; i + 1 < sections.length; i += 2) {
    const first = sections[i] ?? 0;
    const available = Math.floor((rows.length - at) / layout.entryLength);
    const count = Math.min(sections[i + 1] ?? 0, available);
    if (count > limit) throw tooComplex('objects', limit - 1);
    if (first < 0 || count < 0 || first + count > limit) return undefined;
    entries.spend(count + SUBSECTION_COST);
    runs.push(new StreamRun(rows.subarray(at), first, count, layout));
    at += count * layout.entryLength;
  }
  return runs;
}

/** An inflated run that is decoded on demand. */
class StreamRun implements XrefRun {
  readonly first: number;
  readonly count: number;
  readonly #rows: Uint8Array;
  readonly #layout: EntryLayout;

  constructor(rows: Uint8Array, first: number, count: number, layout: EntryLayout) {
    this.first = first;
    this.count = count;
    this.#rows = rows;
    this.#layout = layout;
  }

  /** Older sections decide about unknown types. */
  read(index: number): XrefEntry | undefined {
    const { typeWidth, secondWidth, thirdWidth, entryLength, base } = this.#layout;
    const at = index * entryLength;
    // The default is type 1 (7.5.8.3).
    const type = typeWidth === 0 ? 1 : readField(this.#rows, at, typeWidth);
    const second = readField(this.#rows, at + typeWidth, secondWidth);
    const third = readField(this.#rows, at + typeWidth + secondWidth, thirdWidth);
    if (type === 0) return { kind: FREE, generation: third };
    if (type === 1) return { kind: AT_OFFSET, offset: second + base, generation: third };
    return type === 2 ? { kind: IN_STREAM, stream: second, index: third } : undefined;
  }

  /** Some readers reject a section with another type than 0, 1 and 2. */
  highestOffset(): number | undefined {
    const { typeWidth, secondWidth, entryLength, base } = this.#layout;
    let highest = 0;
    for (let index = 0; index < this.count; index += 1) {
      const at = index * entryLength;
      const type = typeWidth === 0 ? 1 : readField(this.#rows, at, typeWidth);
      if (type > 2) return undefined;
      if (type === 1) highest = Math.max(highest, readField(this.#rows, at + typeWidth, secondWidth));
    }
    return highest + base;
  }
}

function readField(bytes: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let i = at; i < at + width; i += 1) value = value * 256 + (bytes[i] ?? 0);
  return value;
}

function numbersOf(dict: PDFDict, key: string): number[] {
  const array = dict.lookup(nameOf(key));
  if (!(array instanceof PDFArray)) return [];
  return array.asArray().map((item) => (item instanceof PDFNumber ? item.asNumber() : -1));
}
