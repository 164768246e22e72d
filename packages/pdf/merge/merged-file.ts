import { PDFArray, PDFContext, type PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';
import type { TreeEntry } from '../read/tree-entries.ts';
import { AT_OFFSET, FREE } from '../read/xref-index.ts';
import { ByteWriter } from '../write/byte-writer.ts';
import { ContentHash } from '../write/content-hash.ts';
import type { CopyableBody } from '../write/copyable-objects.ts';
import { mayBePacked, ObjectPacker, type PackTarget } from '../write/object-packer.ts';
import type { Segment, SegmentSink } from '../write/pdf-bytes.ts';
import { writeIndirectObject, writeObject } from '../write/serialise.ts';
import { FileEntries, LAST_GENERATION } from '../write/xref-entries.ts';
import { makeNextId, makeTrailer, writeXrefStream, writeXrefTable } from '../write/xref-section.ts';
import type { BodyWriter, ByteMover } from './byte-mover.ts';
import type { MovedObject, MoveQueue } from './file-mover.ts';
import { byteString } from './rules.ts';
import { SharedObjects } from './shared-objects.ts';

const BINARY_MARK = Buffer.from('%\xe2\xe3\xcf\xd3\n', 'latin1');

const CATALOG = PDFRef.of(1);
const PAGES = PDFRef.of(2);
const FORM = PDFRef.of(3);

/** Placeholder: object 0 never exists. */
export const NEW_PARENT = PDFRef.of(0, LAST_GENERATION);

export interface MergeOutput {
  readonly sink: SegmentSink;
  readonly isConsumedAtOnce: boolean;
}

export class MergedFile implements MoveQueue, PackTarget {
  readonly pagesRef = PAGES;
  readonly shared = new SharedObjects();
  readonly entries = new FileEntries();
  readonly writer: ByteWriter;
  readonly context = PDFContext.create();
  readonly #hash = new ContentHash();
  readonly #packer: ObjectPacker | undefined;
  readonly #waiting: (MovedObject | undefined)[] = [];
  readonly #byteMovers: ByteMover[] = [];
  #largest = FORM.objectNumber;

  readonly #version: string;

  constructor(version: string, isPacking: boolean, output: MergeOutput) {
    this.#version = version;
    const write = (segment: Segment) => {
      this.#hash.add(segment);
      output.sink(segment);
    };
    this.writer = new ByteWriter(write, output);
    this.#packer = isPacking ? new ObjectPacker(this) : undefined;
    this.entries.set(0, FREE, 0, LAST_GENERATION);
  }

  nextRef(): PDFRef {
    return PDFRef.of(this.reserve(1));
  }

  reserve(count: number): number {
    this.#largest += count;
    return this.#largest - count + 1;
  }

  release(ref: PDFRef): void {
    if (ref.objectNumber === this.#largest) this.#largest -= 1;
  }

  register(object: PDFObject): PDFRef {
    const ref = this.nextRef();
    this.registerAt(ref, object);
    return ref;
  }

  registerAt(target: PDFRef, object: PDFObject): void {
    this.#waiting.push({ target, object, mapping: keepRef });
  }

  registerNameTree(entries: ReadonlyMap<string, PDFObject>): PDFRef {
    const names = PDFArray.withContext(this.context);
    // Latin-1 strings compare in byte order, as names must.
    const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [key, value] of sorted) {
      names.push(byteString(key));
      names.push(value);
    }
    return this.register(this.context.obj({ Names: names }));
  }

  registerNumberTree(entries: readonly TreeEntry<number>[]): PDFRef {
    const numbers = PDFArray.withContext(this.context);
    for (const [key, value] of entries) {
      numbers.push(PDFNumber.of(key));
      numbers.push(value);
    }
    return this.register(this.context.obj({ Nums: numbers }));
  }

  add(moved: MovedObject): void {
    this.#waiting.push(moved);
  }

  addByteMover(mover: ByteMover): void {
    this.#byteMovers.push(mover);
  }

  beginObject(): number {
    const { objectNumber } = this.nextRef();
    this.entries.set(objectNumber, AT_OFFSET, this.writer.position, 0);
    return objectNumber;
  }

  finish(
    pages: readonly PDFRef[],
    form: PDFDict | undefined,
    entries: Readonly<Record<string, PDFObject>>,
  ): void {
    this.writer.text(`%PDF-${this.#version}\n`);
    this.writer.bytes(BINARY_MARK);
    const catalog = { Type: 'Catalog', Pages: PAGES, ...entries };
    this.#write(CATALOG, this.context.obj(form === undefined ? catalog : { ...catalog, AcroForm: FORM }));
    this.#write(PAGES, this.context.obj({ Type: 'Pages', Kids: [...pages], Count: pages.length }));
    if (form === undefined) this.entries.set(FORM.objectNumber, FREE, 0, LAST_GENERATION);
    else this.#write(FORM, form);
    this.#writeMoved();
    this.#packer?.finish();
    this.#writeSection();
    this.writer.flush();
  }

  /** Parsed objects decide which bytes are copied, so they come first. */
  #writeMoved(): void {
    let written = 0;
    do {
      written = this.#writeWaiting(written);
    } while (this.#byteMovers.map((mover) => mover.follow()).includes(true));
    for (const mover of this.#byteMovers) {
      const bodies = mover.bodyWriter();
      mover.forEachMoved((target, body) => this.#writeBody(target, body, bodies));
    }
  }

  /** Returns how far it got in the growing queue. */
  #writeWaiting(from: number): number {
    let index = from;
    for (; index < this.#waiting.length; index += 1) {
      const moved = this.#waiting[index];
      if (moved === undefined) continue;
      this.#waiting[index] = undefined;
      this.#write(moved.target, moved.object, (ref) => (ref === NEW_PARENT ? PAGES : moved.mapping(ref)));
    }
    return index;
  }

  #write(target: PDFRef, object: PDFObject, mapping = keepRef): void {
    if (this.#packer !== undefined && mayBePacked(target, object)) {
      writeObject(this.#packer.begin(target.objectNumber), object, mapping);
      this.#packer.end();
      return;
    }
    this.entries.set(target.objectNumber, AT_OFFSET, this.writer.position, 0);
    writeIndirectObject(this.writer, target, object, mapping);
  }

  #writeBody(target: number, body: CopyableBody, bodies: BodyWriter): void {
    if (this.#packer !== undefined && !body.isStream) {
      bodies.write(this.#packer.begin(target), body);
      this.#packer.end();
      return;
    }
    this.entries.set(target, AT_OFFSET, this.writer.position, 0);
    this.writer.integer(target);
    this.writer.text(' 0 obj\n');
    bodies.write(this.writer, body);
    const { rest } = body;
    if (rest !== undefined) this.writer.range(rest.source, rest.start, rest.length);
    // That of a stream may lack a line break.
    this.writer.text(body.isStream ? '\n' : '\nendobj\n');
  }

  #writeSection(): void {
    const ref = this.#packer === undefined ? undefined : PDFRef.of(this.beginObject());
    const start = this.writer.position;
    this.writer.flush();
    const entries = new Map<PDFName, PDFObject>([[PDFName.of('Root'), CATALOG]]);
    const trailer = makeTrailer(this.context.obj({}) as PDFDict, entries, this.#largest + 1);
    trailer.set(PDFName.of('ID'), makeNextId(trailer, this.#hash.digest()));
    const numbers = countTo(this.#largest);
    if (ref === undefined) writeXrefTable(this.writer, numbers, this.entries, trailer, start);
    else writeXrefStream(this.writer, numbers, this.entries, trailer, ref, start);
  }
}

function countTo(largest: number): Uint32Array {
  const numbers = new Uint32Array(largest + 1);
  for (let number = 0; number <= largest; number += 1) numbers[number] = number;
  return numbers;
}

function keepRef(ref: PDFRef): PDFRef | undefined {
  return ref;
}
