const FIRST_LENGTH = 64;

export class ScannedReferences {
  length = 0;
  #numbers: Uint32Array = new Uint32Array(FIRST_LENGTH);
  #generations: Uint32Array = new Uint32Array(FIRST_LENGTH);
  #starts: Uint32Array = new Uint32Array(FIRST_LENGTH);
  #ends: Uint32Array = new Uint32Array(FIRST_LENGTH);

  add(number: number, generation: number, start: number, end: number): void {
    if (this.length === this.#numbers.length) this.#grow();
    const at = this.length;
    this.#numbers[at] = number;
    this.#generations[at] = generation;
    this.#starts[at] = start;
    this.#ends[at] = end;
    this.length = at + 1;
  }

  number(at: number): number {
    return this.#numbers[at] as number;
  }

  generation(at: number): number {
    return this.#generations[at] as number;
  }

  start(at: number): number {
    return this.#starts[at] as number;
  }

  end(at: number): number {
    return this.#ends[at] as number;
  }

  #grow(): void {
    this.#numbers = twice(this.#numbers);
    this.#generations = twice(this.#generations);
    this.#starts = twice(this.#starts);
    this.#ends = twice(this.#ends);
  }
}

export function twice(values: Uint32Array): Uint32Array {
  const grown = new Uint32Array(values.length * 2);
  grown.set(values);
  return grown;
}
