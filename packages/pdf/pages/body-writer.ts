import type { ByteWriter } from '../write/byte-writer.ts';
import type { PlainBody } from '../write/plain-body.ts';
import { ReferenceScanner } from '../write/reference-scanner.ts';

/** Answers the object number to write for a reference; 0 for null. */
export type NumberMapping = (number: number, generation: number) => number;

const NO_BYTES = new Uint8Array(0);

/** Writes bodies with the references of another file, which may be looked for while it writes. */
export class BodyWriter {
  readonly #mapping: NumberMapping;
  readonly #scanner: ReferenceScanner;
  #writer: ByteWriter | undefined;
  #bytes: Uint8Array = NO_BYTES;
  /** Up to where the body is written. */
  #at = 0;

  constructor(mapping: NumberMapping) {
    this.#mapping = mapping;
    this.#scanner = new ReferenceScanner((number, generation) => this.#writeReference(number, generation));
  }

  write(writer: ByteWriter, { bytes, start, end }: PlainBody): void {
    this.#writer = writer;
    this.#bytes = bytes;
    this.#at = start;
    this.#scanner.scan(bytes, start, end);
    writer.part(bytes, this.#at, end);
  }

  #writeReference(number: number, generation: number): void {
    const { referenceStart, position } = this.#scanner;
    this.#writer?.part(this.#bytes, this.#at, referenceStart);
    const target = this.#mapping(number, generation);
    this.#writer?.text(target === 0 ? 'null' : `${target} 0 R`);
    this.#at = position + 1;
  }
}
