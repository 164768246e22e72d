export interface Contender {
  readonly name: string;
  /** Does the whole job once and returns what can be compared with the others' answer. */
  readonly run: () => Promise<number | string>;
}

export interface Timing {
  readonly name: string;
  readonly medianMs: number;
  /** Median of their time over ours, run by run. */
  readonly ratio: number;
}

/** Contenders take turns (A B A B ...), so that a slow moment of the machine hits all of them. */
export async function measureInTurns(contenders: readonly Contender[], runs: number): Promise<Timing[]> {
  const times = contenders.map((): number[] => []);
  await checkSameAnswer(contenders);
  for (let round = 0; round < runs; round += 1) {
    for (const [index, contender] of contenders.entries()) times[index]?.push(await timeOnce(contender));
  }
  const ours = times[0] ?? [];
  return contenders.map((contender, index) => {
    const theirs = times[index] ?? [];
    const ratios = theirs.map((ms, round) => ms / (ours[round] ?? ms));
    return { name: contender.name, medianMs: median(theirs), ratio: median(ratios) };
  });
}

/** A time counts only when everybody gave the same answer; this run also warms up. */
async function checkSameAnswer(contenders: readonly Contender[]): Promise<void> {
  const answers = new Map<string, number | string>();
  for (const contender of contenders) answers.set(contender.name, await contender.run());
  if (new Set(answers.values()).size > 1) {
    throw new Error(`contenders disagree: ${JSON.stringify(Object.fromEntries(answers))}`);
  }
}

async function timeOnce(contender: Contender): Promise<number> {
  const start = performance.now();
  await contender.run();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
