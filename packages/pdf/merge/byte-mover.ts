import type { PdfFile } from '../pdf-file.ts';
import type { ByteSource } from '../read/byte-source.ts';
import { DictKeys } from '../read/dict-keys.ts';
import { skipSpace } from '../read/tokens.ts';
import { NumberColumn } from '../read/xref-index.ts';
import type { ByteWriter } from '../write/byte-writer.ts';
import type { CopyableBody, CopyableObjects } from '../write/copyable-objects.ts';
import type { StreamSample } from '../write/object-survey.ts';
import type { SourceRange } from '../write/pdf-bytes.ts';
import type { SearchedNames } from '../write/reference-scanner.ts';

const NONE = new DictKeys([]);

export type TargetOf = (number: number) => number;

/** A change of a dictionary's bytes. The range counts from its `<<`, is empty for a new entry and holds no reference. */
export interface BodyEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export class BodyWriter {
  readonly #copyable: CopyableObjects;
  readonly #targetOf: TargetOf;
  readonly #edits: ReadonlyMap<number, readonly BodyEdit[]>;

  constructor(
    copyable: CopyableObjects,
    targetOf: TargetOf,
    edits: ReadonlyMap<number, readonly BodyEdit[]>,
  ) {
    this.#copyable = copyable;
    this.#targetOf = targetOf;
    this.#edits = edits;
  }

  write(writer: ByteWriter, body: CopyableBody): void {
    const edits = this.#edits.get(body.number);
    if (edits === undefined) {
      this.#writeRange(writer, body, body.start, body.end);
      return;
    }
    const origin = skipSpace(body.bytes, body.start, body.end);
    let from = body.start;
    for (const { start, end, text } of edits) {
      this.#writeRange(writer, body, from, origin + start);
      writer.text(text);
      from = origin + end;
    }
    this.#writeRange(writer, body, from, body.end);
  }

  #writeRange(writer: ByteWriter, { number, bytes, start }: CopyableBody, first: number, end: number): void {
    const { references } = this.#copyable.survey;
    const last = this.#copyable.survey.endOfReferences(number);
    let from = first;
    for (let at = this.#copyable.survey.firstReference(number); at < last; at += 1) {
      const position = start + references.start(at);
      if (position < from) continue;
      if (position >= end) break;
      writer.part(bytes, from, position);
      const target = this.#targetOf(references.number(at));
      if (target > 0) writer.reference(target);
      else writer.text('null');
      from = start + references.end(at);
    }
    writer.part(bytes, from, end);
  }
}

export type VisitBody = (target: number, body: CopyableBody) => void;

export type NumberMapping = (number: number, generation: number) => number;

/**
 * Moves objects of which only references change. Numbers are assigned in file order, so that the file is read
 * sequentially.
 */
export class ByteMover {
  readonly #file: PdfFile;
  readonly #copyable: CopyableObjects;
  readonly #targets = NumberColumn.ofIntegers();
  readonly #isMoved = NumberColumn.ofBytes();
  readonly #waiting: number[] = [];
  readonly #edits = new Map<number, readonly BodyEdit[]>();
  readonly #translate: NumberMapping;

  /** `reserve` returns the first of consecutive new numbers. */
  constructor(
    file: PdfFile,
    names: SearchedNames,
    reserve: (count: number) => number,
    translate: NumberMapping,
  ) {
    this.#file = file;
    this.#translate = translate;
    this.#copyable = file.copyableObjects(names);
    const { numbers } = this.#copyable;
    const first = reserve(numbers.length);
    for (let at = 0; at < numbers.length; at += 1) this.#targets.set(numbers[at] ?? 0, first + at);
  }

  find(number: number, generation: number): number {
    if (this.#isMoved.get(number) === 0 || generation !== this.#copyable.survey.entries.generation(number))
      return 0;
    return this.#targets.get(number);
  }

  has(number: number, generation: number): boolean {
    if (!this.hasBytes(number, generation)) return false;
    return this.#isMoved.get(number) === 1 || !this.#file.mayBeTouched(number) || this.#edits.has(number);
  }

  /** Whether the original bytes of an object can be moved. They are not the object's any more if it was touched. */
  hasBytes(number: number, generation: number): boolean {
    return this.#targets.get(number) > 0 && generation === this.#copyable.survey.entries.generation(number);
  }

  /** 0 if the object has to be parsed. */
  move(number: number, generation: number): number {
    if (!this.has(number, generation)) return 0;
    if (this.#isMoved.get(number) === 0) {
      this.#isMoved.set(number, 1);
      this.#waiting.push(number);
    }
    return this.#targets.get(number);
  }

  sample(number: number, generation: number): StreamSample | undefined {
    return this.has(number, generation) ? this.#copyable.survey.sample(number) : undefined;
  }

  isSampled(number: number): boolean {
    return this.#copyable.survey.isSampled(number);
  }

  /** Excludes an object, which will be parsed instead. */
  exclude(number: number): void {
    if (this.#isMoved.get(number) === 0 && this.#targets.get(number) > 0) this.#targets.set(number, 0);
  }

  /** Excludes the objects that have one of these keys. */
  excludeWith(keys: DictKeys): void {
    const { survey } = this.#file.copyableObjects({ keys, values: NONE });
    for (const number of this.#copyable.numbers) if (survey.hasName(number)) this.exclude(number);
  }

  /** Changes the original bytes of an object when it is written. The edits are in the order of their ranges. */
  edit(number: number, edits: readonly BodyEdit[]): void {
    this.#edits.set(number, edits);
  }

  /** Returns false if nothing was left. */
  follow(): boolean {
    if (this.#waiting.length === 0) return false;
    for (let number = this.#waiting.pop(); number !== undefined; number = this.#waiting.pop()) {
      const end = this.#copyable.survey.endOfReferences(number);
      for (let at = this.#copyable.survey.firstReference(number); at < end; at += 1)
        this.#targetOf(this.#copyable.survey.references.number(at));
    }
    return true;
  }

  bodyWriter(): BodyWriter {
    return new BodyWriter(this.#copyable, (number) => this.#targetOf(number), this.#edits);
  }

  forEachMoved(visit: VisitBody): void {
    this.#copyable.read(
      (number) => this.#isMoved.get(number) === 1,
      (body) => visit(this.#targets.get(body.number), body),
    );
  }

  #targetOf(number: number): number {
    if (this.#isMoved.get(number) === 1) return this.#targets.get(number);
    return this.#translate(number, this.#copyable.survey.entries.generation(number));
  }
}

const FIRST_STEP = 4 * 1024;
const STEP = 128 * 1024;

/** Each thread has its own: new memory takes longer than reading. */
let buffers: readonly [Uint8Array, Uint8Array] | undefined;

/** Stops at the first difference. */
export function isSameRange(a: SourceRange, b: SourceRange): boolean {
  buffers ??= [Buffer.allocUnsafeSlow(STEP), Buffer.allocUnsafeSlow(STEP)];
  const [bufferA, bufferB] = buffers;
  let step = FIRST_STEP;
  for (let at = 0; at < a.length; at += step, step = STEP) {
    const size = Math.min(step, a.length - at);
    const piece = readPiece(a.source, a.start + at, bufferA.subarray(0, size));
    if (Buffer.compare(piece, readPiece(b.source, b.start + at, bufferB.subarray(0, size))) !== 0)
      return false;
  }
  return true;
}

function readPiece(source: ByteSource, offset: number, target: Uint8Array): Uint8Array {
  if (source.readInto === undefined) return source.read(offset, target.length);
  return target.subarray(0, source.readInto(target, offset));
}
