/** What one run took. */
export interface Spent {
  readonly wallMs: number;
  readonly cpuMs: number;
}

export interface Turn {
  readonly name: string;
  readonly run: () => Promise<Spent>;
  /** What a run before the turns took; it counts only when it used up the patience, so that nobody asks again. */
  readonly trial?: Spent;
}

export interface Timing extends Spent {
  readonly name: string;
  /** Median of its wall time over that of the first of the list, pair by pair. */
  readonly ratio: number;
  readonly runs: number;
}

/** A contender that took so long altogether is not asked again. */
const PATIENCE_MS = 10_000;

/** All take turns (A B A B ...), so that a slow moment of the machine hits all of them. Medians. */
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

/** Whether one run took so long that there will be no other. */
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

/** The middle value; NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
