import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  type PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from 'pdf-lib';
import { zlib } from '../node-modules.ts';
import { entriesOf } from '../pdf-lib-internals.ts';
import { LazyRawStream } from '../read/streams.ts';
import type { ByteWriter } from './byte-writer.ts';

export function isSameObject(a: PDFObject | undefined, b: PDFObject | undefined): boolean {
  // Names, references, booleans, null and small numbers are pooled.
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  if (a instanceof PDFDict) return b instanceof PDFDict && isSameDict(a, b);
  if (a instanceof PDFArray) return b instanceof PDFArray && isSameArray(a, b);
  if (a instanceof PDFNumber) return b instanceof PDFNumber && a.asNumber() === b.asNumber();
  if (a instanceof PDFString) return b instanceof PDFString && a.asString() === b.asString();
  if (a instanceof PDFHexString) return b instanceof PDFHexString && a.asString() === b.asString();
  if (a instanceof LazyRawStream) return b instanceof LazyRawStream && isSameStream(a, b);
  return false;
}

/** Untouched streams have their original bytes. */
function isSameStream(a: LazyRawStream, b: LazyRawStream): boolean {
  return a.isUntouched && b.isUntouched && isSameDict(a.dict, b.dict);
}

function isSameDict(a: PDFDict, b: PDFDict): boolean {
  const left = entriesOf(a);
  const right = entriesOf(b);
  if (left.size !== right.size) return false;
  for (const [key, value] of left) {
    if (!isSameObject(value, right.get(key))) return false;
  }
  return true;
}

function isSameArray(a: PDFArray, b: PDFArray): boolean {
  if (a.size() !== b.size()) return false;
  for (let index = 0; index < a.size(); index += 1) {
    if (!isSameObject(a.get(index), b.get(index))) return false;
  }
  return true;
}

/** Shorter ones get hardly smaller, and a call of zlib takes longer than drawing the text of a field. */
const MIN_DEFLATED_BYTES = 256;

/** Node's zlib is much faster than `context.flateStream`. A string is Latin-1. */
export function deflatedStream(
  context: PDFContext,
  contents: string | Uint8Array,
  entries: Parameters<PDFContext['flateStream']>[1] = {},
): PDFRawStream {
  const bytes = typeof contents === 'string' ? Buffer.from(contents, 'latin1') : contents;
  if (bytes.length < MIN_DEFLATED_BYTES) return context.stream(bytes, entries);
  return context.stream(zlib().deflateSync(bytes), { ...entries, Filter: 'FlateDecode' });
}

/** `undefined` writes null. */
export type RefMapping = (ref: PDFRef) => PDFRef | undefined;

export const KEEP_REF: RefMapping = (ref) => ref;

/** pdf-lib formats numbers of this length correctly. */
const MAX_TRUSTED_NUMBER_LENGTH = 16;
/** More than single precision can distinguish (ISO 32000-1 annex C). */
const MAX_DECIMALS = 10;

const LENGTH = PDFName.of('Length');

/** Dead references are removed instead of written as null. */
const REFERENCE_LISTS = new Set(['Annots', 'Contents', 'Fields', 'Kids'].map((key) => PDFName.of(key)));

export function writeIndirectObject(
  writer: ByteWriter,
  ref: PDFRef,
  object: PDFObject,
  map: RefMapping,
): void {
  writer.text(`${ref.objectNumber} ${ref.generationNumber} obj\n`);
  if (object instanceof PDFStream) writeStream(writer, object, map);
  else writeObject(writer, object, map);
  writer.text('\nendobj\n');
}

export function writeObject(writer: ByteWriter, object: PDFObject, map: RefMapping): void {
  if (object instanceof PDFName) writer.text(object.asString());
  else if (object instanceof PDFNumber) writer.text(formatNumber(object));
  else if (object instanceof PDFRef) writer.text((map(object) ?? PDFNull).toString());
  else if (object instanceof PDFDict) writeDict(writer, object, map);
  else if (object instanceof PDFArray) writeArray(writer, object, map);
  else if (object instanceof PDFString) writer.text(`(${object.asString()})`);
  else if (object instanceof PDFHexString) writer.text(`<${object.asString()}>`);
  else writeForeign(writer, object);
}

/** pdf-lib writes exponents, which PDF does not have. */
function formatNumber(number: PDFNumber): string {
  const text = number.toString();
  if (text.length <= MAX_TRUSTED_NUMBER_LENGTH && !text.startsWith('N')) return text;
  const value = number.asNumber();
  if (Number.isInteger(value)) return BigInt(value).toString();
  return Number.isFinite(value)
    ? value
        .toFixed(MAX_DECIMALS)
        .replace(/\.?0+$/, '')
        .replace(/^-0$/, '0')
    : '0';
}

function writeDict(writer: ByteWriter, dict: PDFDict, map: RefMapping): void {
  writer.text('<<');
  for (const [key, value] of entriesOf(dict)) writeEntry(writer, key, value, map);
  writer.text('>>');
}

function writeEntry(writer: ByteWriter, key: PDFName, value: PDFObject, map: RefMapping): void {
  writer.text(key.asString());
  if (!startsWithDelimiter(value)) writer.text(' ');
  if (value instanceof PDFArray && REFERENCE_LISTS.has(key)) writeReferences(writer, value, map);
  else writeObject(writer, value, map);
}

function writeReferences(writer: ByteWriter, array: PDFArray, map: RefMapping): void {
  writer.text('[');
  for (let index = 0; index < array.size(); index += 1) {
    const item = array.get(index);
    if (item instanceof PDFRef && map(item) === undefined) continue;
    if (index > 0 && !startsWithDelimiter(item)) writer.text(' ');
    writeObject(writer, item, map);
  }
  writer.text(']');
}

function writeArray(writer: ByteWriter, array: PDFArray, map: RefMapping): void {
  writer.text('[');
  for (let index = 0; index < array.size(); index += 1) {
    const item = array.get(index);
    if (index > 0 && !startsWithDelimiter(item)) writer.text(' ');
    writeObject(writer, item, map);
  }
  writer.text(']');
}

function startsWithDelimiter(object: PDFObject): boolean {
  return (
    object instanceof PDFName ||
    object instanceof PDFDict ||
    object instanceof PDFArray ||
    object instanceof PDFString ||
    object instanceof PDFHexString
  );
}

/** Writes /Length as a number, from the actual bytes. */
function writeStream(writer: ByteWriter, stream: PDFStream, map: RefMapping): void {
  const isInFile = stream instanceof LazyRawStream && stream.isVerbatim;
  const contents = isInFile ? stream.locate() : stream.getContents();
  writer.text('<<');
  for (const [key, value] of entriesOf(stream.dict)) {
    if (key !== LENGTH) writeEntry(writer, key, value, map);
  }
  writer.text(`/Length ${contents.length}>>\nstream\n`);
  if (contents instanceof Uint8Array) writer.bytes(contents);
  else if (isInFile) writer.range(stream.source, contents.start, contents.length);
  writer.text('\nendstream');
}

/** Writes booleans, null and objects of foreign classes. */
function writeForeign(writer: ByteWriter, object: PDFObject): void {
  const bytes = new Uint8Array(object.sizeInBytes());
  object.copyBytesInto(bytes, 0);
  writer.bytes(bytes);
}
