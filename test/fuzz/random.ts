/** Numbers that look random and follow from a text alone, so that every input can be made again. */
export class Random {
  #state: number;

  constructor(seed: string) {
    this.#state = hashText(seed);
  }

  /** A number from 0 up to, but not including, 1 (mulberry32: 32 bits of state, good enough to choose with). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from 0 to `count` - 1; 0 when there is nothing to choose from. */
  below(count: number): number {
    return Math.floor(this.next() * Math.max(0, count));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Throws for an empty list: a mutator that has nothing to choose from has to say so first. */
  pick<T>(list: readonly T[]): T {
    const item = list[this.below(list.length)];
    if (item === undefined) throw new RangeError('There is nothing to pick from');
    return item;
  }

  /** A length from 1 to `most`, short ones far more often than long ones. */
  length(most: number): number {
    return 1 + Math.floor(this.next() ** 4 * Math.max(0, most - 1));
  }
}

/** FNV-1a, 32 bits. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
