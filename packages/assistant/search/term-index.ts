/** Occurrences of one term: passages in rising order, with how much each is about it. */
export interface Postings {
  readonly passages: readonly number[];
  readonly weights: readonly number[];
}

const NO_POSTINGS: Postings = { passages: [], weights: [] };

/** An inverted index of stems. */
export class TermIndex {
  readonly #postings = new Map<string, { passages: number[]; weights: number[] }>();
  readonly #lengths: number[] = [];
  #total = 0;
  #sorted: readonly string[] | undefined;

  get size(): number {
    return this.#lengths.length;
  }

  /** Adds the next passage. */
  add(terms: ReadonlyMap<string, number>, length: number): void {
    const passage = this.#lengths.length;
    this.#lengths.push(length);
    this.#total += length;
    for (const [term, weight] of terms) {
      const postings = this.#postings.get(term);
      if (postings === undefined) this.#postings.set(term, { passages: [passage], weights: [weight] });
      else {
        postings.passages.push(passage);
        postings.weights.push(weight);
      }
    }
    this.#sorted = undefined;
  }

  /** Makes the first question as fast as the next. */
  finish(): void {
    this.#sorted = [...this.#postings.keys()].sort();
  }

  find(term: string): Postings {
    return this.#postings.get(term) ?? NO_POSTINGS;
  }

  /** Returns at most `most` terms that begin with a prefix. */
  listTerms(prefix: string, most: number): string[] {
    if (this.#sorted === undefined) this.finish();
    const terms = this.#sorted ?? [];
    let [low, high] = [0, terms.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((terms[middle] as string) < prefix) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while (end < terms.length && end - low < most && terms[end]?.startsWith(prefix)) end += 1;
    return terms.slice(low, end);
  }

  /** Returns how long a passage is, measured by the mean. */
  relativeLength(passage: number): number {
    return (this.#lengths[passage] ?? 0) / (this.#total / Math.max(1, this.size) || 1);
  }
}
