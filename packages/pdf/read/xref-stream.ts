import { PDFArray, type PDFDict, PDFName, PDFNumber, type PDFStream } from 'pdf-lib';
import type { PdfLimits } from '../limits.ts';
import { decodeStream } from './decode-stream.ts';
import { AT_OFFSET, FREE, IN_STREAM, type XrefIndex } from './xref-index.ts';

/** Widest field in bytes; 8 hold every offset (ISO 32000-1 7.5.8.2 sets no limit). */
const WIDEST_FIELD = 8;

/** Reads the entries of a cross-reference stream; false when its dictionary makes no sense. */
export function readXrefStream(
  stream: PDFStream,
  index: XrefIndex,
  base: number,
  limits: PdfLimits,
): boolean {
  const widths = numbersOf(stream.dict, 'W');
  if (widths.length < 3 || widths.some((width) => width < 0 || width > WIDEST_FIELD)) return false;
  const [typeWidth = 0, placeWidth = 0, extraWidth = 0] = widths;
  const entryLength = widths.reduce((sum, width) => sum + width, 0);
  if (entryLength === 0) return false;
  const bytes = decodeStream(stream, limits.inflatedStream);
  const layout = { typeWidth, placeWidth, extraWidth, entryLength };
  return readSections(bytes, listSections(stream.dict), layout, { index, base, limit: limits.objects + 1 });
}

interface EntryLayout {
  readonly typeWidth: number;
  readonly placeWidth: number;
  readonly extraWidth: number;
  readonly entryLength: number;
}

interface StreamTarget {
  readonly index: XrefIndex;
  readonly base: number;
  readonly limit: number;
}

function listSections(dict: PDFDict): number[] {
  const sections = numbersOf(dict, 'Index');
  return sections.length >= 2 ? sections : [0, numberOf(dict, 'Size')];
}

function readSections(
  bytes: Uint8Array,
  sections: number[],
  layout: EntryLayout,
  target: StreamTarget,
): boolean {
  let at = 0;
  for (let i = 0; i + 1 < sections.length; i += 2) {
    const first = sections[i] ?? 0;
    const available = Math.floor((bytes.length - at) / layout.entryLength);
    const count = Math.min(sections[i + 1] ?? 0, available);
    if (first < 0 || count < 0 || first + count > target.limit) return false;
    for (let entry = 0; entry < count; entry += 1) {
      takeEntry(bytes, at, layout, first + entry, target);
      at += layout.entryLength;
    }
  }
  return true;
}

function takeEntry(
  bytes: Uint8Array,
  at: number,
  layout: EntryLayout,
  number: number,
  target: StreamTarget,
): void {
  const { typeWidth, placeWidth, extraWidth } = layout;
  // A missing type field means type 1 (7.5.8.3).
  const type = typeWidth === 0 ? 1 : readField(bytes, at, typeWidth);
  const place = readField(bytes, at + typeWidth, placeWidth);
  const extra = readField(bytes, at + typeWidth + placeWidth, extraWidth);
  if (type === 0) target.index.setIfNew(number, FREE, 0, extra);
  else if (type === 1) target.index.setIfNew(number, AT_OFFSET, place + target.base, extra);
  else if (type === 2) target.index.setIfNew(number, IN_STREAM, place, extra);
}

function readField(bytes: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let i = at; i < at + width; i += 1) value = value * 256 + (bytes[i] ?? 0);
  return value;
}

function numbersOf(dict: PDFDict, key: string): number[] {
  const array = dict.lookup(PDFName.of(key));
  if (!(array instanceof PDFArray)) return [];
  return array.asArray().map((item) => (item instanceof PDFNumber ? item.asNumber() : -1));
}

function numberOf(dict: PDFDict, key: string): number {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFNumber ? value.asNumber() : 0;
}
