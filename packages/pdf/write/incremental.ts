import { PDFName, PDFNull, PDFNumber, PDFObject, PDFRef } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import type { LazyObjectMap } from '../lazy-object-map.ts';
import { refuseEncrypted } from '../read/encryption.ts';
import type { FileStructure } from '../read/file-structure.ts';
import type { ObjectReader } from '../read/object-reader.ts';
import { IN_STREAM } from '../read/xref-index.ts';
import { ByteWriter } from './byte-writer.ts';
import { isSameObject } from './compare.ts';
import { ContentHash } from './content-hash.ts';
import { type EditedDict, findEditedDicts, writeEditedObject } from './entry-edits.ts';
import { joinSegments, type Segment } from './segment.ts';
import { KEEP_REF, writeIndirectObject } from './serialise.ts';
import { copyTrailerEntries, makeNextId, makeTrailer } from './trailer.ts';
import { IncrementEntries } from './xref-entries.ts';
import { writeXrefStream, writeXrefTable } from './xref-section.ts';

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
 * the objects touched. Throws `locked` or `password_required`.
 */
export function buildIncrement(input: SaveInput): IncrementalSave {
  refuseEncrypted(input.structure.trailer);
  const baseSize = input.reader.source.size;
  const changed = findWritten(input);
  if (changed.length === 0 && !hasOtherChanges(input)) return { baseSize, increment: NO_BYTES };
  return { baseSize, increment: writeIncrement(input, changed, baseSize) };
}

export function hasChanges(input: SaveInput): boolean {
  return hasOtherChanges(input) || findWritten(input).length > 0;
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
