import { PDFName, PDFNull, PDFNumber, PDFObject, PDFRef } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import type { LazyObjectMap, SetEntry } from '../lazy-object-map.ts';
import { DictKeys } from '../read/dict-keys.ts';
import { type RawDict, walkObject } from '../read/dict-walker.ts';
import { refuseLocked } from '../read/encryption.ts';
import type { ObjectReader } from '../read/object-reader.ts';
import type { FileStructure } from '../read/xref-chain.ts';
import { IN_STREAM } from '../read/xref-index.ts';
import { ByteWriter } from './byte-writer.ts';
import { ContentHash } from './content-hash.ts';
import { joinSegments, type Segment } from './pdf-bytes.ts';
import { isSameObject, KEEP_REF, type RefMapping, writeIndirectObject, writeObject } from './serialise.ts';
import { IncrementEntries } from './xref-entries.ts';
import {
  copyTrailerEntries,
  makeNextId,
  makeTrailer,
  writeXrefStream,
  writeXrefTable,
} from './xref-section.ts';

/** Never parsed; one entry is changed. */
interface EditedDict {
  readonly ref: PDFRef;
  readonly original: RawDict;
  /** The range is empty for a new entry. */
  readonly start: number;
  readonly end: number;
  readonly key: PDFName | undefined;
  readonly value: PDFObject;
}

/**
 * Only those that change something. Others that cannot be edited in their bytes are parsed, so call it before
 * looking for changed objects.
 */
function findEditedDicts(reader: ObjectReader, objects: LazyObjectMap): EditedDict[] {
  const walker = new EntryWalker(reader);
  const found: EditedDict[] = [];
  for (const [ref, { entries, walked }] of objects.edits) {
    const [entry] = entries;
    const edited = entry && entries.length === 1 ? walker.edit(ref, entry, walked) : undefined;
    if (edited === undefined) objects.get(ref);
    else if (edited !== UNCHANGED) found.push(edited);
  }
  return found;
}

/** The file has this value already. */
const UNCHANGED = Symbol('unchanged');

class EntryWalker {
  readonly #reader: ObjectReader;
  #key: PDFName | undefined;
  #ownKeys = new DictKeys([]);
  #walkedKeys: DictKeys | undefined;
  #position = -1;

  constructor(reader: ObjectReader) {
    this.#reader = reader;
  }

  /** Returns undefined if the dictionary has to be parsed. */
  edit(ref: PDFRef, entry: SetEntry, walked: RawDict | undefined): EditedDict | typeof UNCHANGED | undefined {
    this.#lookFor(entry.key, walked?.keys);
    if (walked !== undefined && this.#position >= 0) return this.#editAt(ref, entry, walked, this.#position);
    const original = walkObject(this.#reader, ref.objectNumber, ref.generationNumber, this.#ownKeys);
    return original && this.#editAt(ref, entry, original, 0);
  }

  #lookFor(key: PDFName, walkedKeys: DictKeys | undefined): void {
    if (key === this.#key && walkedKeys === this.#walkedKeys) return;
    const name = key.asString().slice(1);
    if (key !== this.#key) this.#ownKeys = new DictKeys([name]);
    this.#key = key;
    this.#walkedKeys = walkedKeys;
    this.#position = walkedKeys?.names.indexOf(name) ?? -1;
  }

  #editAt(
    ref: PDFRef,
    { key, value }: SetEntry,
    original: RawDict,
    position: number,
  ): EditedDict | typeof UNCHANGED | undefined {
    const place = original.rangeOf(position);
    if (place === undefined) {
      const end = original.end - '>>'.length;
      return { ref, original, start: end, end, key, value };
    }
    if (original.count(position) > 1) return undefined;
    const { parser } = this.#reader;
    parser.reset(original.bytes, place.start, true);
    if (isSameObject(parser.readObject(), value)) return UNCHANGED;
    return { ref, original, start: place.start, end: place.end, key: undefined, value };
  }
}

function writeEditedObject(writer: ByteWriter, edited: EditedDict, map: RefMapping): void {
  const { ref, original, start, end, key } = edited;
  writer.text(`${ref.objectNumber} ${ref.generationNumber} obj\n`);
  writer.bytes(original.bytes.subarray(original.start, start));
  writer.text(key === undefined ? ' ' : `${key.asString()} `);
  writeObject(writer, edited.value, map);
  writer.bytes(original.bytes.subarray(end, original.end));
  writer.text('\nendobj\n');
}

export interface IncrementalSave {
  readonly baseSize: number;
  readonly increment: Uint8Array;
}

export interface SaveInput {
  readonly reader: ObjectReader;
  readonly objects: LazyObjectMap;
  readonly structure: FileStructure;
}

const NO_BYTES = new Uint8Array(0);
const LF = 0x0a;
const CR = 0x0d;

/**
 * Writes a section with all objects that differ from a fresh parse of their original bytes. The cost depends on
 * the objects touched. Throws `locked`.
 */
export function buildIncrement(input: SaveInput): IncrementalSave {
  refuseLocked(input.structure.trailer, input.reader.encryption);
  const baseSize = input.reader.source.size;
  const changed = findWritten(input);
  if (changed.length === 0 && !hasOtherChanges(input)) return { baseSize, increment: NO_BYTES };
  return { baseSize, increment: writeIncrement(input, changed, baseSize) };
}

/** Created objects are looked for first, since nothing has to be read for them. */
export function hasChanges(input: SaveInput): boolean {
  return hasOtherChanges(input) || hasCreated(input) || findWritten(input).length > 0;
}

function hasCreated({ reader, objects }: SaveInput): boolean {
  for (const ref of objects.keys()) if (!reader.index.has(ref.objectNumber)) return true;
  return false;
}

type Written = readonly [PDFRef, PDFObject | EditedDict];

function findWritten({ reader, objects, structure }: SaveInput): Written[] {
  const edited = findEditedDicts(reader, objects).map((dict): Written => [dict.ref, dict]);
  const written = [...findChangedObjects({ reader, objects, structure }), ...edited];
  return written.sort(([a], [b]) => a.objectNumber - b.objectNumber);
}

function hasOtherChanges({ objects, structure }: SaveInput): boolean {
  return objects.deleted.size > 0 || !isSameObject(structure.trailer, structure.originalTrailer);
}

export function findChangedObjects({ reader, objects }: SaveInput): [PDFRef, PDFObject][] {
  const changed = [...objects].filter(([ref, object]) => {
    return !isSameObject(object, reader.read(ref.objectNumber, ref.generationNumber));
  });
  return changed.sort(([a], [b]) => a.objectNumber - b.objectNumber);
}

function writeIncrement(input: SaveInput, changed: readonly Written[], baseSize: number): Uint8Array {
  const segments: Segment[] = [];
  const hash = new ContentHash(input.structure.trailer);
  const writer = new ByteWriter((segment) => {
    segments.push(segment);
    hash.add(segment);
  });
  if (!endsWithNewline(input.reader)) writer.text('\n');
  // Offsets count from the header.
  const origin = baseSize - input.structure.base;
  const entries = new IncrementEntries();
  for (const ref of input.objects.deleted) {
    if (input.reader.index.kind(ref.objectNumber) !== IN_STREAM) entries.free(ref.objectNumber);
  }
  for (const [ref, object] of [...listNulls(input), ...changed]) {
    entries.add(ref.objectNumber, origin + writer.position, ref.generationNumber);
    if (object instanceof PDFObject) writeIndirectObject(writer, ref, object, KEEP_REF);
    else writeEditedObject(writer, object, KEEP_REF);
  }
  writer.flush();
  hash.add(Buffer.from(`${baseSize} ${entries.numbers}`));
  writeSection(input, writer, entries, origin + writer.position, hash.digest());
  writer.flush();
  return joinSegments(segments, writer.position);
}

/** Null (7.3.10): qpdf does not expect members of object streams to be freed while referenced. */
function listNulls({ objects, reader }: SaveInput): [PDFRef, PDFObject][] {
  const members = [...objects.deleted].filter(({ objectNumber }) => {
    return reader.index.kind(objectNumber) === IN_STREAM;
  });
  return members.map((ref) => [ref, PDFNull]);
}

function endsWithNewline({ source }: ObjectReader): boolean {
  const last = source.read(source.size - 1, 1)[0];
  return last === LF || last === CR;
}

function writeSection(
  input: SaveInput,
  writer: ByteWriter,
  entries: IncrementEntries,
  start: number,
  contentHash: string,
): void {
  const { structure, reader } = input;
  const highest = Math.max(reader.index.size - 1, entries.numbers.at(-1) ?? 0);
  const ref = structure.kind === 'stream' ? refAfter(highest, reader.limits.objects) : undefined;
  if (ref !== undefined) entries.add(ref.objectNumber, start, 0);
  const size = (ref?.objectNumber ?? highest) + 1;
  const trailer = makeTrailer(structure.trailer, copyTrailerEntries(structure.trailer), size);
  trailer.set(PDFName.of('ID'), makeNextId(structure.trailer, contentHash));
  trailer.set(PDFName.of('Prev'), PDFNumber.of(structure.startxref));
  if (ref === undefined) writeXrefTable(writer, entries.numbers, entries, trailer, start);
  else writeXrefStream(writer, entries.numbers, entries, trailer, ref, start);
}

function refAfter(highest: number, limit: number): PDFRef {
  if (highest < limit) return PDFRef.of(highest + 1);
  const message = `Object ${highest} has the highest allowed number, so no cross-reference stream can be added. Rewrite the file`;
  throw new PdfError('too_complex', message, { limit: 'objects', value: limit });
}
