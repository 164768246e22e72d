import { PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { isWhitespace } from '../read/characters.ts';
import { AT_OFFSET, FREE, IN_STREAM } from '../read/xref-index.ts';
import { buildObjectSurvey } from './build-survey.ts';
import { ByteWriter } from './byte-writer.ts';
import { ContentHash } from './content-hash.ts';
import type { SaveInput } from './incremental.ts';
import { mayBePacked, ObjectPacker, type PackTarget } from './object-packer.ts';
import { COPYABLE, COPYABLE_MEMBER, NEEDS_PARSING, type ObjectSurvey } from './object-survey.ts';
import type { SegmentSink } from './pdf-bytes.ts';
import { findReachable, type ReachableObjects } from './reachable-objects.ts';
import { writeIndirectObject, writeObject } from './serialise.ts';
import { FileEntries, LAST_GENERATION } from './xref-entries.ts';
import {
  copyTrailerEntries,
  makeNextId,
  makeTrailer,
  writeXrefStream,
  writeXrefTable,
} from './xref-section.ts';

/** `keep`: as in the file, since readers of PDF 1.4 need a table. `make`: PDF 1.5 or later. */
export type ObjectStreamMode = 'keep' | 'make' | 'none';

export interface RewriteParts {
  readonly objectStreams?: ObjectStreamMode | undefined;
  /** The survey of the unchanged file, which is made if it is absent. */
  readonly survey?: ObjectSurvey | undefined;
}

/** Four bytes above 127 mark the file as binary (ISO 32000-1 7.5.2). */
const BINARY_MARK = Buffer.from([0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a]);
/** PDF 1.5 is the first version with object streams. */
const PACKING_HEADER = '%PDF-1.5';
/** A table with more gaps is written in several runs. */
const MAX_EMPTY_ROWS = 1000;

/**
 * Writes objects under their old numbers and copies unchanged ones in runs. Streams are never inflated. Throws
 * `locked`.
 */
export function writeWholeFile(
  input: SaveInput,
  sink: SegmentSink,
  { objectStreams: mode = 'keep', survey = buildObjectSurvey(input.reader) }: RewriteParts = {},
): void {
  const reachable = findReachable(input, survey);
  const isPacking = mode === 'make' || (mode === 'keep' && usesStreams(input, survey));
  new Rewriter(input, survey, reachable, sink, isPacking).write();
}

function usesStreams({ structure }: SaveInput, survey: ObjectSurvey): boolean {
  return structure.kind === 'stream' || survey.hasMembers;
}

interface Run {
  readonly start: number;
  end: number;
  readonly shift: number;
}

class Rewriter implements PackTarget {
  readonly writer: ByteWriter;
  readonly entries = new FileEntries();
  readonly #input: SaveInput;
  readonly #survey: ObjectSurvey;
  readonly #reachable: ReachableObjects;
  readonly #hash: ContentHash;
  readonly #packer: ObjectPacker | undefined;
  readonly #keptStreams: ReadonlySet<number>;
  #run: Run | undefined;
  #lastOwnNumber = 0;

  constructor(
    input: SaveInput,
    survey: ObjectSurvey,
    reachable: ReachableObjects,
    sink: SegmentSink,
    isPacking: boolean,
  ) {
    this.#input = input;
    this.#survey = survey;
    this.#hash = new ContentHash(input.structure.trailer);
    this.#reachable = reachable;
    this.writer = new ByteWriter((segment) => {
      this.#hash.add(segment);
      sink(segment);
    });
    this.#packer = isPacking ? new ObjectPacker(this) : undefined;
    this.#keptStreams = isPacking ? this.#chooseKeptStreams() : new Set();
  }

  write(): void {
    this.#writeHeader();
    this.#copyUnchangedObjects();
    this.#writeOtherObjects();
    this.#writeMembers();
    this.#packer?.finish();
    this.#writeSection();
    this.writer.flush();
  }

  beginObject(): number {
    this.#endRun();
    let number = this.#lastOwnNumber + 1;
    while (!this.#reachable.isUnused(number) || this.#keptStreams.has(number)) number += 1;
    this.#lastOwnNumber = number;
    this.entries.set(number, AT_OFFSET, this.writer.position, 0);
    return number;
  }

  #writeHeader(): void {
    const { header } = this.#input.structure;
    const isTooOld = this.#packer !== undefined && header < PACKING_HEADER;
    this.writer.text(`${isTooOld ? PACKING_HEADER : header}\n`);
    this.writer.bytes(BINARY_MARK);
  }

  #chooseKeptStreams(): Set<number> {
    const counts = new Map<number, number>();
    for (const number of this.#liveMembers()) {
      const stream = this.#survey.entries.offsetOrStream(number);
      counts.set(stream, (counts.get(stream) ?? 0) + 1);
    }
    const whole = [...this.#survey.wholeStreams].filter(([stream, count]) => counts.get(stream) === count);
    // A stream that is referenced as an ordinary object is not copied whole.
    return new Set(whole.map(([stream]) => stream).filter((stream) => this.#reachable.isUnused(stream)));
  }

  *#liveMembers(): Generator<number> {
    for (let number = 1; number < this.#survey.entries.size; number += 1) {
      if (this.#survey.form(number) === COPYABLE_MEMBER && this.#isUnchanged(number)) yield number;
    }
  }

  #isUnchanged(number: number): boolean {
    return this.#reachable.isLive(number) && this.#reachable.changed(number) === undefined;
  }

  #copyUnchangedObjects(): void {
    for (const number of this.#survey.numbersByOffset) {
      const form = this.#survey.form(number);
      const isWanted = form !== NEEDS_PARSING && this.#isUnchanged(number);
      if (isWanted && form === COPYABLE && this.#isPackable(number)) this.#packObject(number);
      else if (isWanted || this.#keptStreams.has(number)) this.#copyObject(number);
    }
    this.#endRun();
  }

  #isPackable(number: number): boolean {
    if (this.#packer === undefined || this.#survey.isSignature(number)) return false;
    return this.#survey.entries.generation(number) === 0;
  }

  #packObject(number: number): void {
    const { bodyStart, bodyEnd } = this.#survey.extent(number);
    const { source } = this.#input.reader;
    this.#packer?.begin(number).range(source, bodyStart, bodyEnd - bodyStart);
    this.#packer?.end();
  }

  #copyObject(number: number): void {
    const { start, end } = this.#survey.extent(number);
    if (this.#run?.end !== start) this.#endRun();
    this.#run ??= { start, end, shift: this.writer.position - start };
    this.#run.end = end;
    const { entries } = this.#survey;
    this.entries.set(number, AT_OFFSET, start + this.#run.shift, entries.generation(number));
  }

  #endRun(): void {
    if (this.#run === undefined) return;
    const { start, end } = this.#run;
    const { source } = this.#input.reader;
    this.writer.range(source, start, end - start);
    if (!isWhitespace(source.read(end - 1, 1)[0])) this.writer.text('\n');
    this.#run = undefined;
  }

  #writeOtherObjects(): void {
    for (let number = 1; number < this.#reachable.size; number += 1) {
      if (!this.#reachable.isLive(number)) continue;
      if (this.#survey.form(number) !== NEEDS_PARSING && this.#isUnchanged(number)) continue;
      const object = this.#reachable.read(number);
      if (object !== undefined) this.#writeObject(this.#reachable.refTo(number), object);
    }
  }

  #writeObject(ref: PDFRef, object: PDFObject): void {
    const { translate } = this.#reachable;
    if (this.#packer !== undefined && mayBePacked(ref, object)) {
      writeObject(this.#packer.begin(ref.objectNumber), object, translate);
      this.#packer.end();
      return;
    }
    this.entries.set(ref.objectNumber, AT_OFFSET, this.writer.position, ref.generationNumber);
    writeIndirectObject(this.writer, ref, object, translate);
  }

  /** Stream by stream, so that each is inflated once. */
  #writeMembers(): void {
    const loose = new Map<number, number[]>();
    for (const number of this.#liveMembers()) {
      const stream = this.#survey.entries.offsetOrStream(number);
      if (this.#keptStreams.has(stream)) {
        this.entries.set(number, IN_STREAM, stream, this.#survey.entries.generationOrIndex(number));
        continue;
      }
      const members = loose.get(stream);
      if (members === undefined) loose.set(stream, [number]);
      else members.push(number);
    }
    for (const [stream, members] of loose) this.#writeMembersOf(stream, members);
  }

  #writeMembersOf(stream: number, members: readonly number[]): void {
    const bytes = this.#input.reader.objectStreams.open(stream)?.bytes;
    for (const number of bytes === undefined ? [] : members) {
      const { bodyStart, bodyEnd } = this.#survey.extent(number);
      const body = bytes?.subarray(bodyStart, bodyEnd) ?? new Uint8Array(0);
      if (this.#packer !== undefined && !this.#survey.isSignature(number)) {
        this.#packer.begin(number).bytes(body);
        this.#packer.end();
      } else this.#writeBody(number, body);
    }
  }

  #writeBody(number: number, body: Uint8Array): void {
    this.entries.set(number, AT_OFFSET, this.writer.position, 0);
    this.writer.text(`${number} 0 obj\n`);
    this.writer.bytes(body);
    this.writer.text('\nendobj\n');
  }

  #writeSection(): void {
    const { trailer: template } = this.#input.structure;
    const repeated = copyTrailerEntries(template);
    for (const [key, value] of repeated) {
      if (value instanceof PDFRef) repeated.set(key, this.#reachable.translate(value) ?? value);
    }
    const ref = this.#packer === undefined ? undefined : PDFRef.of(this.beginObject());
    const start = this.writer.position;
    this.entries.set(0, FREE, 0, LAST_GENERATION);
    const trailer = makeTrailer(template, repeated, this.entries.size);
    this.writer.flush();
    trailer.set(PDFName.of('ID'), makeNextId(template, this.#hash.digest()));
    if (ref !== undefined)
      writeXrefStream(this.writer, this.entries.numbers, this.entries, trailer, ref, start);
    else writeXrefTable(this.writer, this.#listTableNumbers(), this.entries, trailer, start);
  }

  /** The first section must be one run from 0 (7.5.4), but readers accept several. */
  #listTableNumbers(): Uint32Array {
    const numbers = this.entries.numbers;
    if (this.entries.size > numbers.length * 2 + MAX_EMPTY_ROWS) return numbers;
    return Uint32Array.from({ length: this.entries.size }, (_, number) => number);
  }
}
