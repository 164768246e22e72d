import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFStream,
  PDFString,
} from 'pdf-lib';
import { entriesOf } from '../lazy-object-map.ts';
import { LazyRawStream } from '../read/lazy-stream.ts';
import type { ByteWriter } from './byte-writer.ts';

/** `undefined` writes null. */
export type RefMapping = (ref: PDFRef) => PDFRef | undefined;

export const KEEP_REF: RefMapping = (ref) => ref;

/** pdf-lib formats these correctly. */
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

/** /Length as a number, from the actual bytes. */
function writeStream(writer: ByteWriter, stream: PDFStream, map: RefMapping): void {
  const isInFile = stream instanceof LazyRawStream && stream.isUntouched;
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

/** Booleans, null and objects of foreign classes. */
function writeForeign(writer: ByteWriter, object: PDFObject): void {
  const bytes = new Uint8Array(object.sizeInBytes());
  object.copyBytesInto(bytes, 0);
  writer.bytes(bytes);
}
