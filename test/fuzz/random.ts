/** Pseudo-random numbers derived from a text, so that inputs are reproducible. */
export class Random {
  #state: number;

  constructor(seed: string) {
    this.#state = hashText(seed);
  }

  /** Returns a number in [0, 1) (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from 0 to `count` - 1, or 0 if `count` is 0. */
  below(count: number): number {
    return Math.floor(this.next() * Math.max(0, count));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.below(list.length)];
    if (item === undefined) throw new RangeError('There is nothing to pick from');
    return item;
  }

  length(most: number): number {
    return 1 + Math.floor(this.next() ** 4 * Math.max(0, most - 1));
  }
}

function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
