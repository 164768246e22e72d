import type { ByteWriter } from '../write/byte-writer.ts';
import type { CopyableBody, CopyableObjects } from '../write/copyable-objects.ts';

export type TargetOf = (number: number) => number;

export class BodyWriter {
  readonly #copyable: CopyableObjects;
  readonly #targetOf: TargetOf;

  constructor(copyable: CopyableObjects, targetOf: TargetOf) {
    this.#copyable = copyable;
    this.#targetOf = targetOf;
  }

  write(writer: ByteWriter, { number, bytes, start, end }: CopyableBody): void {
    const { references } = this.#copyable;
    const last = this.#copyable.endOfReferences(number);
    let from = start;
    for (let at = this.#copyable.firstReference(number); at < last; at += 1) {
      writer.part(bytes, from, start + references.start(at));
      const target = this.#targetOf(references.number(at));
      if (target > 0) writer.reference(target);
      else writer.text('null');
      from = start + references.end(at);
    }
    writer.part(bytes, from, end);
  }
}
