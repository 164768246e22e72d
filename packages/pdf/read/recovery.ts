import { type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { asDict, lookupDict, lookupName } from './lookup.ts';
import type { FindMisplaced, ObjectReader } from './object-reader.ts';
import { type ScannedObject, type ScanVisitor, scanObjects } from './object-scan.ts';
import { AT_OFFSET, IN_STREAM, UNKNOWN, XrefIndex } from './xref-index.ts';

/**
 * The first call scans the file, adds unlisted objects to the reader's index and calls `onAdded`. The last
 * object of a number wins.
 */
export function createMisplacedObjectFinder(reader: ObjectReader, onAdded: () => void): FindMisplaced {
  let scanned: XrefIndex | undefined;
  return (number) => {
    if (scanned === undefined) {
      scanned = scanIndex(reader);
      addUnlisted(reader.index, scanned);
      onAdded();
    }
    const entry = scanned.find(number);
    return entry.kind === AT_OFFSET ? entry.offset : undefined;
  };
}

function addUnlisted(index: XrefIndex, scanned: XrefIndex): void {
  for (const { from, to } of scanned.ranges()) {
    for (let number = from; number < to; number += 1) {
      if (scanned.has(number)) index.setIfNew(number, scanned.find(number));
    }
  }
}

function scanIndex({ source, limits }: ObjectReader): XrefIndex {
  const index = new XrefIndex();
  scanObjects(source, limits, {
    object: ({ number, offset, generation }) => index.set(number, { kind: AT_OFFSET, offset, generation }),
  });
  return index;
}

/** These entries come from any trailer; the last one wins. */
const KEPT_KEYS = ['Root', 'Info', 'ID', 'Encrypt'].map((key) => PDFName.of(key));
const ROOT = PDFName.of('Root');

/** Hostile files have millions of trailers and catalogs; the last ones count. */
const MAX_CANDIDATES = 2_000;

/**
 * Rebuilds the index from the object headers. Returns a new trailer, without /Root if there is no catalog, and
 * undefined without objects. The last object of a number wins.
 */
export function rebuildIndex(reader: ObjectReader, context: PDFContext): PDFDict | undefined {
  reader.replaceIndex(new XrefIndex());
  const rebuilding = new Rebuilding(reader);
  scanObjects(reader.source, reader.limits, rebuilding);
  if (reader.index.size === 0) return undefined;
  const trailer = joinTrailers(rebuilding.readTrailers(), context);
  const catalog = trailer.has(ROOT) ? undefined : findCatalog(reader, rebuilding.catalogs);
  if (catalog !== undefined) trailer.set(ROOT, catalog);
  return trailer;
}

class Rebuilding implements ScanVisitor {
  readonly catalogs: number[] = [];
  readonly #reader: ObjectReader;
  readonly #objectStreams = new Set<number>();
  /** Offsets of cross-reference streams are negative. */
  readonly #trailers: number[] = [];

  constructor(reader: ObjectReader) {
    this.#reader = reader;
  }

  object(found: ScannedObject): void {
    if (this.#objectStreams.has(found.number)) this.#dropCompressedObjects(found.number);
    this.#reader.index.set(found.number, {
      kind: AT_OFFSET,
      offset: found.offset,
      generation: found.generation,
    });
    if (found.isObjectStream) this.#addCompressedObjects(found.number);
    if (found.isXrefStream) addCandidate(this.#trailers, -found.offset);
  }

  trailer(offset: number): void {
    addCandidate(this.#trailers, offset);
  }

  catalog(number: number): void {
    addCandidate(this.catalogs, number);
  }

  readTrailers(): (PDFObject | undefined)[] {
    return this.#trailers.map((offset) =>
      offset > 0 ? this.#reader.readDirectAt(offset) : asDict(this.#reader.readAt(-offset)?.object),
    );
  }

  /** Drops the objects of a stream whose number was reused. */
  #dropCompressedObjects(streamNumber: number): void {
    const { index } = this.#reader;
    for (const number of this.#reader.objectStreams.list(streamNumber).numbers) {
      const entry = index.find(number);
      if (entry.kind === IN_STREAM && entry.stream === streamNumber) index.set(number, { kind: UNKNOWN });
    }
    this.#reader.objectStreams.forget(streamNumber);
    this.#objectStreams.delete(streamNumber);
  }

  #addCompressedObjects(streamNumber: number): void {
    const { index, limits } = this.#reader;
    this.#objectStreams.add(streamNumber);
    const { numbers, hasCatalog } = this.#reader.objectStreams.list(streamNumber);
    numbers.forEach((number, at) => {
      if (number === 0 || number > limits.objects) return;
      index.set(number, { kind: IN_STREAM, stream: streamNumber, index: at });
      if (hasCatalog) addCandidate(this.catalogs, number);
    });
  }
}

function addCandidate(candidates: number[], candidate: number): void {
  candidates.push(candidate);
  if (candidates.length > 2 * MAX_CANDIDATES) candidates.splice(0, MAX_CANDIDATES);
}

function joinTrailers(trailers: readonly (PDFObject | undefined)[], context: PDFContext): PDFDict {
  const joined = PDFDict.withContext(context);
  for (const trailer of trailers) {
    if (!(trailer instanceof PDFDict)) continue;
    for (const key of KEPT_KEYS) {
      const value = trailer.get(key);
      if (value !== undefined && isUsable(key, value, context)) joined.set(key, value);
    }
  }
  return joined;
}

function isUsable(key: PDFName, value: PDFObject, context: PDFContext): boolean {
  if (key !== ROOT) return true;
  const root = context.lookup(value);
  return root instanceof PDFDict && root.has(PDFName.of('Pages'));
}

function findCatalog(reader: ObjectReader, candidates: readonly number[]): PDFRef | undefined {
  for (const number of candidates.toReversed()) {
    const generation = reader.index.generation(number);
    const object = reader.read(number, generation);
    if (object instanceof PDFStream || !(object instanceof PDFDict)) continue;
    if (isCatalog(object)) return PDFRef.of(number, generation);
  }
  return undefined;
}

function isCatalog(dict: PDFDict): boolean {
  if (lookupName(dict, 'Type') !== 'Catalog') return false;
  return lookupDict(dict, 'Pages') !== undefined;
}
