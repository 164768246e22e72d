import { PDFName, type PDFObject, type PDFRef } from 'pdf-lib';
import { ByteWriter, type ChunkSink } from './byte-writer.ts';
import type { SaveInput } from './incremental.ts';
import { writeIndirectObject, writeObject } from './serialise.ts';
import { carryTrailerEntries, makeNextId, makeTrailer } from './trailer.ts';
import { writeXrefTable, type XrefEntry } from './xref-section.ts';

/** Second line of the file: four bytes above 127 tell transfer programs that it is binary (ISO 32000-1 7.5.2). */
const BINARY_MARK = Buffer.from([0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a]);
const LAST_GENERATION = 65_535;

/**
 * Writes the whole file anew with the objects that can be reached from the trailer, under their old numbers. Streams
 * are copied as they are. Objects that were not touched are parsed, written and forgotten. Breaks signatures.
 */
export function writeWholeFile(input: SaveInput, sink: ChunkSink): void {
  const writer = new ByteWriter(sink);
  writer.text(`${input.structure.header}\n`);
  writer.bytes(BINARY_MARK);
  const carried = carryTrailerEntries(input.structure.trailer);
  const queue = new ReachableObjects(input);
  for (const value of carried.values()) collectRefs(value, queue);
  const entries = writeReachable(writer, queue);
  const size = entries.reduce((most, entry) => Math.max(most, entry.number), 0) + 1;
  const trailer = makeTrailer(input.structure.trailer, carried, size);
  trailer.set(PDFName.of('ID'), makeNextId(input.structure.trailer, idFor(entries, writer.position)));
  writeXrefTable(writer, fillGaps(entries, size), trailer, writer.position);
  writer.flush();
}

function writeReachable(writer: ByteWriter, queue: ReachableObjects): XrefEntry[] {
  const entries: XrefEntry[] = [];
  for (let ref = queue.next(); ref !== undefined; ref = queue.next()) {
    const object = queue.read(ref);
    if (object === undefined) continue;
    entries.push({ number: ref.objectNumber, generation: ref.generationNumber, offset: writer.position });
    writeIndirectObject(writer, ref, object, queue.add);
  }
  return entries;
}

/** References met while writing, each once. A reference that leads nowhere is written as null. */
class ReachableObjects {
  readonly #input: SaveInput;
  readonly #known = new Set<PDFRef>();
  readonly #dead = new Set<PDFRef>();
  readonly #waiting: PDFRef[] = [];
  /** One generation for each number: a table has room for no more. */
  readonly #numbers = new Set<number>();
  #position = 0;

  constructor(input: SaveInput) {
    this.#input = input;
  }

  /** Notes a reference and answers what to write in its place. */
  readonly add = (ref: PDFRef): PDFRef | undefined => {
    if (this.#known.has(ref)) return ref;
    if (this.#dead.has(ref)) return undefined;
    if (!this.#exists(ref) || this.#numbers.has(ref.objectNumber)) {
      this.#dead.add(ref);
      return undefined;
    }
    this.#known.add(ref);
    this.#numbers.add(ref.objectNumber);
    this.#waiting.push(ref);
    return ref;
  };

  next(): PDFRef | undefined {
    const ref = this.#waiting[this.#position];
    this.#position += 1;
    return ref;
  }

  read(ref: PDFRef): PDFObject | undefined {
    return this.#input.objects.peek(ref) ?? this.#input.reader.read(ref.objectNumber, ref.generationNumber);
  }

  #exists(ref: PDFRef): boolean {
    const { objects, reader } = this.#input;
    if (objects.isDeleted(ref)) return false;
    if (objects.peek(ref) !== undefined) return true;
    const { objectNumber, generationNumber } = ref;
    if (!reader.index.has(objectNumber)) return false;
    // Parsing only to find out would double the work; an entry that leads nowhere becomes a free one.
    if (reader.index.generation(objectNumber) === generationNumber) return true;
    return reader.read(objectNumber, generationNumber) !== undefined;
  }
}

/** Walks a trailer entry by writing it to nowhere. */
function collectRefs(object: PDFObject, queue: ReachableObjects): void {
  writeObject(new ByteWriter(() => undefined), object, queue.add);
}

function idFor(entries: readonly XrefEntry[], size: number): string {
  const seed = entries.length * 2_654_435_761 + size;
  return Math.abs(seed).toString(16).padStart(32, '0').slice(-32);
}

/** A file's first section has to be one run from 0 (7.5.4). */
function fillGaps(entries: readonly XrefEntry[], size: number): XrefEntry[] {
  const filled = Array.from({ length: size }, (_, number): XrefEntry => {
    return { number, generation: number === 0 ? LAST_GENERATION : 0, offset: undefined };
  });
  for (const entry of entries) filled[entry.number] = entry;
  return filled;
}
