import type { PdfFile } from '../pdf-file.ts';
import { NumberColumn } from '../read/number-column.ts';
import type { StreamSample } from '../write/object-survey.ts';
import type { PlainBody, PlainObjects } from '../write/plain-objects.ts';
import type { SoughtNames } from '../write/reference-scanner.ts';
import { BodyWriter } from './body-writer.ts';

/** Takes an object under its new number. */
export type TakeBody = (target: number, body: PlainBody) => void;

/** The new number for a reference of an input; 0 for null. */
export type NumberMapping = (number: number, generation: number) => number;

/**
 * Moves those objects of one input of which only the references change: nearly all of a long document. They get numbers
 * in the order of the file before anything is known to refer to them, so that it is read from front to back; numbers of
 * what turns out unwanted stay free.
 */
export class PlainMover {
  readonly #file: PdfFile;
  readonly #plain: PlainObjects;
  /** New numbers by those of the input; 0 for what has to be made. */
  readonly #targets = NumberColumn.ofIntegers();
  readonly #isMoved = NumberColumn.ofBytes();
  /** Moved objects whose references have not been followed. */
  readonly #waiting: number[] = [];
  readonly #translate: NumberMapping;

  /**
   * `names`: what has one of them is not moved as bytes. `reserve` answers the first of so many new
   * numbers, `translate` the new number for any reference of the input.
   */
  constructor(
    file: PdfFile,
    names: SoughtNames,
    reserve: (count: number) => number,
    translate: NumberMapping,
  ) {
    this.#file = file;
    this.#translate = translate;
    this.#plain = file.plainObjects(names);
    const { numbers } = this.#plain;
    const first = reserve(numbers.length);
    for (let at = 0; at < numbers.length; at += 1) this.#targets.set(numbers[at] ?? 0, first + at);
  }

  /** The new number of an object that is moved as bytes already; else 0. */
  find(number: number, generation: number): number {
    if (this.#isMoved.get(number) === 0 || generation !== this.#plain.generation(number)) return 0;
    return this.#targets.get(number);
  }

  /** Whether an object would be moved as bytes, or was. */
  has(number: number, generation: number): boolean {
    if (this.#targets.get(number) === 0 || generation !== this.#plain.generation(number)) return false;
    return this.#isMoved.get(number) === 1 || !this.#file.mayBeTouched(number);
  }

  /** Moves an object and answers its new number; 0 when it has to be made, as what somebody may have changed. */
  move(number: number, generation: number): number {
    if (!this.has(number, generation)) return 0;
    if (this.#isMoved.get(number) === 0) {
      this.#isMoved.set(number, 1);
      this.#waiting.push(number);
    }
    return this.#targets.get(number);
  }

  /** Of a stream that may equal others, refers to nothing and was not moved. */
  sample(number: number, generation: number): StreamSample | undefined {
    return this.has(number, generation) ? this.#plain.sample(number) : undefined;
  }

  /** Whether there is a sample. */
  isSampled(number: number): boolean {
    return this.#plain.isSampled(number);
  }

  /** Has an object made that was not moved before. */
  exclude(number: number): void {
    if (this.#isMoved.get(number) === 0 && this.#targets.get(number) > 0) this.#targets.set(number, 0);
  }

  /** Moves what moved objects refer to; false when that was done before. */
  follow(): boolean {
    if (this.#waiting.length === 0) return false;
    for (let number = this.#waiting.pop(); number !== undefined; number = this.#waiting.pop()) {
      const end = this.#plain.endOfReferences(number);
      for (let at = this.#plain.firstReference(number); at < end; at += 1)
        this.#targetOf(this.#plain.references.number(at));
    }
    return true;
  }

  /** Writes what is handed out with the new references. */
  bodyWriter(): BodyWriter {
    return new BodyWriter(this.#plain, (number) => this.#targetOf(number));
  }

  /** Hands out what was moved. */
  handOut(take: TakeBody): void {
    this.#plain.read(
      (number) => this.#isMoved.get(number) === 1,
      (body) => take(this.#targets.get(body.number), body),
    );
  }

  #targetOf(number: number): number {
    if (this.#isMoved.get(number) === 1) return this.#targets.get(number);
    return this.#translate(number, this.#plain.generation(number));
  }
}
