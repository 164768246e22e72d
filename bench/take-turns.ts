export interface Spent {
  readonly wallMs: number;
  readonly cpuMs: number;
}

export interface Turn {
  readonly name: string;
  readonly run: () => Promise<Spent>;
  /** The cost of a trial run. It counts only if it used up the patience. */
  readonly trial?: Spent;
}

export interface Timing extends Spent {
  readonly name: string;
  /** Median of the paired ratios of its wall time to the first contender's. */
  readonly ratio: number;
  readonly runs: number;
}

/** A contender that took this long in total is not run again. */
const PATIENCE_MS = 10_000;

/** Times contenders alternately (A B A B ...), so that load on the machine affects all of them. Returns medians. */
export async function takeTurns(turns: readonly Turn[], rounds: number): Promise<Timing[]> {
  const spent = turns.map(({ trial }) => (trial !== undefined && usesUpPatience(trial) ? [trial] : []));
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, turn] of turns.entries()) {
      const earlier = spent[index] ?? [];
      if (!isOutOfPatience(earlier)) earlier.push(await turn.run());
    }
  }
  const first = spent[0] ?? [];
  return turns.map(({ name }, index) => summarise(name, spent[index] ?? [], first));
}

export function usesUpPatience(once: Spent): boolean {
  return isOutOfPatience([once]);
}

function isOutOfPatience(earlier: readonly Spent[]): boolean {
  const total = earlier.reduce((sum, { wallMs }) => sum + wallMs, 0);
  return total > PATIENCE_MS;
}

function summarise(name: string, spent: readonly Spent[], first: readonly Spent[]): Timing {
  const ratios = spent.map(({ wallMs }, round) => wallMs / (first[round]?.wallMs ?? Number.NaN));
  return {
    name,
    wallMs: median(spent.map(({ wallMs }) => wallMs)),
    cpuMs: median(spent.map(({ cpuMs }) => cpuMs)),
    ratio: median(ratios),
    runs: spent.length,
  };
}

/** Returns the median, or NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
