import type { ByteWriter } from '../write/byte-writer.ts';
import type { PlainBody, PlainObjects } from '../write/plain-objects.ts';

/** Maps a referenced number to the one to write; 0 for null. */
export type TargetOf = (number: number) => number;

export class BodyWriter {
  readonly #plain: PlainObjects;
  readonly #targetOf: TargetOf;

  constructor(plain: PlainObjects, targetOf: TargetOf) {
    this.#plain = plain;
    this.#targetOf = targetOf;
  }

  write(writer: ByteWriter, { number, bytes, start, end }: PlainBody): void {
    const { references } = this.#plain;
    const last = this.#plain.endOfReferences(number);
    let from = start;
    for (let at = this.#plain.firstReference(number); at < last; at += 1) {
      writer.part(bytes, from, start + references.start(at));
      const target = this.#targetOf(references.number(at));
      if (target > 0) writer.reference(target);
      else writer.text('null');
      from = start + references.end(at);
    }
    writer.part(bytes, from, end);
  }
}
