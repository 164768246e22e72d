import { PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';
import type { LazyObjectMap } from '../lazy-object-map.ts';
import type { FileStructure } from '../read/file-structure.ts';
import type { ObjectReader } from '../read/object-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { isSameObject } from './compare.ts';
import { writeIndirectObject } from './serialise.ts';
import { carryTrailerEntries, hashContent, makeNextId, makeTrailer } from './trailer.ts';
import { writeXrefStream, writeXrefTable, type XrefEntry } from './xref-section.ts';

/** What to append to the file. Empty when nothing changed. */
export interface IncrementalSave {
  /** Size of the original in bytes; the increment belongs right behind it. */
  readonly baseSize: number;
  readonly increment: Uint8Array;
}

/** What a save works on. */
export interface SaveInput {
  readonly reader: ObjectReader;
  readonly objects: LazyObjectMap;
  readonly structure: FileStructure;
}

const KEEP_REF = (ref: PDFRef): PDFRef => ref;
const NO_BYTES = new Uint8Array(0);
const LF = 0x0a;
const CR = 0x0d;
const LAST_GENERATION = 65_535;

/**
 * Appends a section of the file's own kind with the objects that differ from a fresh parse of their original bytes.
 * Nobody has to mark what was changed; the cost follows the objects that were touched.
 */
export function buildIncrement(input: SaveInput): IncrementalSave {
  const baseSize = input.reader.source.size;
  const changed = findChangedObjects(input);
  const isTrailerChanged = !isSameObject(input.structure.trailer, input.structure.originalTrailer);
  if (changed.length === 0 && input.objects.deleted.size === 0 && !isTrailerChanged) {
    return { baseSize, increment: NO_BYTES };
  }
  return { baseSize, increment: writeIncrement(input, changed, baseSize) };
}

/** Touched objects that are new or differ from the file's, in the order of their numbers. */
export function findChangedObjects({ reader, objects }: SaveInput): [PDFRef, PDFObject][] {
  const changed = [...objects].filter(([ref, object]) => {
    return !isSameObject(object, reader.read(ref.objectNumber, ref.generationNumber));
  });
  return changed.sort(([a], [b]) => a.objectNumber - b.objectNumber);
}

function writeIncrement(input: SaveInput, changed: [PDFRef, PDFObject][], baseSize: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  const writer = new ByteWriter((chunk) => chunks.push(chunk));
  if (!endsWithNewline(input.reader)) writer.text('\n');
  // Offsets count from the header, which may have junk before it.
  const origin = baseSize - input.structure.base;
  const entries = listFreeEntries(input.objects.deleted);
  for (const [ref, object] of changed) {
    entries.push({
      number: ref.objectNumber,
      generation: ref.generationNumber,
      offset: origin + writer.position,
    });
    writeIndirectObject(writer, ref, object, KEEP_REF);
  }
  writer.flush();
  writeSection(input, writer, entries, origin + writer.position, hashContent(chunks, baseSize));
  writer.flush();
  return Buffer.concat(chunks);
}

function endsWithNewline({ source }: ObjectReader): boolean {
  const last = source.read(source.size - 1, 1)[0];
  return last === LF || last === CR;
}

/** Freed numbers go up one generation (ISO 32000-1 7.5.4) and are never used again by us. */
function listFreeEntries(deleted: ReadonlySet<PDFRef>): XrefEntry[] {
  if (deleted.size === 0) return [];
  const head: XrefEntry = { number: 0, generation: LAST_GENERATION, offset: undefined };
  const freed = [...deleted].map((ref): XrefEntry => {
    const generation = Math.min(ref.generationNumber + 1, LAST_GENERATION);
    return { number: ref.objectNumber, generation, offset: undefined };
  });
  return [head, ...freed];
}

function writeSection(
  input: SaveInput,
  writer: ByteWriter,
  entries: XrefEntry[],
  start: number,
  contentHash: string,
): void {
  const { structure, reader } = input;
  const isStream = structure.kind === 'stream';
  const highest = entries.reduce((most, entry) => Math.max(most, entry.number), reader.index.size - 1);
  const ref = PDFRef.of(highest + 1);
  if (isStream) entries.push({ number: ref.objectNumber, generation: 0, offset: start });
  entries.sort((a, b) => a.number - b.number);
  const trailer = makeTrailer(
    structure.trailer,
    carryTrailerEntries(structure.trailer),
    highest + (isStream ? 2 : 1),
  );
  trailer.set(PDFName.of('ID'), makeNextId(structure.trailer, contentHash));
  trailer.set(PDFName.of('Prev'), PDFNumber.of(structure.startxref));
  if (isStream) writeXrefStream(writer, entries, trailer, ref, start);
  else writeXrefTable(writer, entries, trailer, start);
}
