import { skipWhitespace, startsWithText } from '../read/characters.ts';
import type { ObjectReader } from '../read/object-reader.ts';
import { AT_OFFSET, IN_STREAM } from '../read/xref-index.ts';
import type { ReferenceScanner } from './reference-scanner.ts';
import { skipHeader } from './survey-objects.ts';

/** The value of an object as it is spelled, from `start` to before `end`. The bytes belong to the file. */
export interface PlainBody {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** Bytes looked at where the block that the file was read in ends too soon: what is longer is left to the parser. */
const WINDOW = 16 * 1024;
/** `endobj` and room: a word that the window cuts ends within so many bytes of it. */
const LONGEST_WORD = 16;
/** Members up to this length are looked at without being counted, as when they are parsed. */
const FREE_BYTES = 4096;

/**
 * The value of an object that is so plainly right that its bytes may be copied, with other references: undefined for a
 * stream, for what is not just where the cross-reference says, and for what only the parser understands. `scanner` has
 * read it then.
 */
export function findPlainBody(
  reader: ObjectReader,
  number: number,
  generation: number,
  scanner: ReferenceScanner,
): PlainBody | undefined {
  const { kind, place } = reader.index.find(number);
  if (kind === AT_OFFSET) return findAtOffset(reader, place, number, generation, scanner);
  return kind === IN_STREAM && generation === 0 ? findInStream(reader, number, scanner) : undefined;
}

function findInStream(
  reader: ObjectReader,
  number: number,
  scanner: ReferenceScanner,
): PlainBody | undefined {
  const place = reader.locateCompressed(number);
  if (place === undefined) return undefined;
  const { bytes, position, end } = place;
  // Many objects may share one place: long ones are paid for each time they are read.
  if (end - position > FREE_BYTES) reader.payForSearch(end - position);
  if (!scanner.scan(bytes, position, end) || scanner.position < end) return undefined;
  return { bytes, start: skipWhitespace(bytes, position), end: scanner.bodyEnd };
}

function findAtOffset(
  reader: ObjectReader,
  offset: number,
  number: number,
  generation: number,
  scanner: ReferenceScanner,
): PlainBody | undefined {
  if (offset < 0 || offset >= reader.source.size) return undefined;
  const block = reader.blockAt(offset);
  const found = findIn(block.bytes, offset - block.start, number, generation, scanner);
  if (found !== CUT) return found;
  const window = reader.source.read(offset, WINDOW);
  reader.payForSearch(window.length);
  const again = findIn(window, 0, number, generation, scanner);
  return again === CUT ? undefined : again;
}

/** What was found may go on behind the bytes. */
const CUT = Symbol('cut');

function findIn(
  bytes: Uint8Array,
  from: number,
  number: number,
  generation: number,
  scanner: ReferenceScanner,
): PlainBody | typeof CUT | undefined {
  if (from + LONGEST_HEADER > bytes.length) return CUT;
  const body = skipHeader(bytes, from, number, generation);
  if (body < 0) return undefined;
  const isPlain = scanner.scan(bytes, body, bytes.length);
  if (scanner.position + LONGEST_WORD > bytes.length) return CUT;
  if (!isPlain || !startsWithText(bytes, scanner.position, 'endobj')) return undefined;
  return { bytes, start: skipWhitespace(bytes, body), end: scanner.bodyEnd };
}

/** `1234567890 65535 obj` and some blanks. */
const LONGEST_HEADER = 32;
