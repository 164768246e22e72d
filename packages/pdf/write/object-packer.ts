import { PDFDict, PDFName, type PDFObject, type PDFRef, PDFStream } from 'pdf-lib';
import { zlib } from '../node-modules.ts';
import type { ObjectReader } from '../read/object-reader.ts';
import type { OpenObjectStream } from '../read/object-stream.ts';
import { IN_STREAM } from '../read/xref-index.ts';
import { ByteWriter } from './byte-writer.ts';
import { COPYABLE_MEMBER, COPYABLE_STREAM, type ObjectSurvey, type ScanBody } from './object-survey.ts';
import { forEachPiece, type Segment } from './pdf-bytes.ts';
import type { FileEntries } from './xref-entries.ts';

export function addStreamMembers(reader: ObjectReader, survey: ObjectSurvey, scan: ScanBody): void {
  for (const stream of listObjectStreams(survey.entries)) {
    const opened = reader.objectStreams.open(stream);
    if (opened === undefined) continue;
    const copyable = countCopyableMembers(survey, scan, stream, opened);
    const isWhole = copyable === opened.numbers.length && survey.form(stream) === COPYABLE_STREAM;
    if (isWhole && !isExtension(reader, stream)) survey.wholeStreams.set(stream, copyable);
  }
}

function listObjectStreams(entries: FileEntries): Set<number> {
  const streams = new Set<number>();
  for (let number = 1; number < entries.size; number += 1) {
    if (entries.kind(number) === IN_STREAM) streams.add(entries.offsetOrStream(number));
  }
  return streams;
}

function countCopyableMembers(
  survey: ObjectSurvey,
  scan: ScanBody,
  stream: number,
  opened: OpenObjectStream,
): number {
  const { bytes, numbers, positions } = opened;
  let copyable = 0;
  for (let i = 0; i < numbers.length; i += 1) {
    const number = numbers[i] ?? 0;
    if (!isMemberAt(survey.entries, number, stream, i)) continue;
    const end = Math.min(positions[i + 1] ?? bytes.length, bytes.length);
    if (addMember(survey, scan, number, bytes, positions[i] ?? -1, end)) copyable += 1;
  }
  return copyable;
}

function isMemberAt(entries: FileEntries, number: number, stream: number, position: number): boolean {
  if (entries.kind(number) !== IN_STREAM || entries.offsetOrStream(number) !== stream) return false;
  return entries.generationOrIndex(number) === position;
}

function addMember(
  survey: ObjectSurvey,
  scan: ScanBody,
  number: number,
  bytes: Uint8Array,
  start: number,
  end: number,
): boolean {
  if (start < 0) return false;
  const mark = survey.references.length;
  const scanned = scan(bytes, start, end);
  if (scanned === undefined || scanned.position < end) {
    survey.references.length = mark;
    return false;
  }
  survey.add(number, COPYABLE_MEMBER, mark, scanned);
  survey.setExtent(number, start, start, scanned.bodyEnd, end);
  return true;
}

/** The target of /Extends may be missing. */
function isExtension(reader: ObjectReader, stream: number): boolean {
  const object = reader.read(stream, reader.index.generation(stream));
  return !(object instanceof PDFStream) || object.dict.has(PDFName.of('Extends'));
}

/** Readers inflate all members for one; more hardly compress better. */
const MAX_MEMBERS = 200;
const MAX_BYTES = 256 * 1024;
/** This level takes half the time of zlib's default for 5 % more bytes. */
const LEVEL = 3;
const CHUNK = 8 * 1024;

const BYTE_RANGE = PDFName.of('ByteRange');

export interface PackTarget {
  readonly writer: ByteWriter;
  readonly entries: FileEntries;
  beginObject(): number;
}

/** Packs objects into streams (ISO 32000-1 7.5.7). Call `finish` at the end. */
export class ObjectPacker {
  readonly #target: PackTarget;
  #numbers: number[] = [];
  #indexSegments: Segment[] = [];
  readonly #index = new ByteWriter((segment) => this.#indexSegments.push(segment));
  #segments: Segment[] = [];
  readonly #bodies = new ByteWriter((segment) => this.#segments.push(segment));
  /** One buffer is reused for all streams. */
  #plain = Buffer.alloc(0);

  constructor(target: PackTarget) {
    this.#target = target;
  }

  begin(number: number): ByteWriter {
    this.#index.integer(number);
    this.#index.text(' ');
    this.#index.integer(this.#bodies.position);
    this.#index.text(' ');
    this.#numbers.push(number);
    return this.#bodies;
  }

  end(): void {
    this.#bodies.text('\n');
    if (this.#numbers.length >= MAX_MEMBERS || this.#bodies.position >= MAX_BYTES) this.finish();
  }

  finish(): void {
    if (this.#numbers.length === 0) return;
    const number = this.#target.beginObject();
    for (let position = 0; position < this.#numbers.length; position += 1)
      this.#target.entries.set(this.#numbers[position] as number, IN_STREAM, number, position);
    this.#writeStream(number);
    this.#numbers = [];
    this.#indexSegments = [];
    this.#index.restart();
    this.#segments = [];
    this.#bodies.restart();
  }

  #writeStream(number: number): void {
    const first = this.#index.position;
    const packed = zlib().deflateSync(this.#joinPlain(), { level: LEVEL, chunkSize: CHUNK });
    const { writer } = this.#target;
    writer.text(`${number} 0 obj\n<</Type/ObjStm/N ${this.#numbers.length}/First ${first}`);
    writer.text(`/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`);
    writer.bytes(packed);
    writer.text('\nendstream\nendobj\n');
  }

  #joinPlain(): Uint8Array {
    this.#index.flush();
    this.#bodies.flush();
    const size = this.#index.position + this.#bodies.position;
    if (size > this.#plain.length) this.#plain = Buffer.allocUnsafeSlow(size * 2);
    let at = 0;
    for (const segment of [...this.#indexSegments, ...this.#segments]) {
      forEachPiece(segment, (piece) => {
        this.#plain.set(piece, at);
        at += piece.length;
      });
    }
    return this.#plain.subarray(0, at);
  }
}

/** Not streams and objects with a generation (7.5.7); signatures must be visible in the bytes. */
export function mayBePacked(ref: PDFRef, object: PDFObject): boolean {
  if (ref.generationNumber !== 0 || object instanceof PDFStream) return false;
  return !(object instanceof PDFDict && object.has(BYTE_RANGE));
}
