import type { SigningNode, SigningNodes } from './signing-nodes.ts';

/** Operations on one document at the same moment, on two nodes. */
export interface Race {
  readonly name: string;
  /** Every outcome that is right. */
  readonly outcomes: readonly string[];
  /** Whether it removes every stored file that it made. */
  readonly leavesNoFile?: true;
  /** Resolves with the outcome. Throws if what is stored does not agree with what was answered. */
  run(nodes: SigningNodes, round: number): Promise<string>;
}

/** Rounds at the same time: other documents' transactions run in between. */
const LANES = 4;
/** Round trips to the database that one side of a race is late by, at most. */
const MAX_DELAY = 12;
/** Coprime with the number of delays: few rounds have small and large ones too. */
const DELAY_STEP = 11;

/** Runs a race on new documents; resolves with how often it had which outcome. Throws for a wrong one. */
export async function runRace(
  race: Race,
  nodes: SigningNodes,
  rounds: number,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const before = nodes.blobCount;
  let next = 0;
  const runLane = async () => {
    while (next < rounds) {
      const round = next++;
      const outcome = await race.run(nodes, round);
      if (!race.outcomes.includes(outcome)) throw new Error(`round ${round} of "${race.name}": ${outcome}`);
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: LANES }, runLane));
  assertRace(race.leavesNoFile !== true || nodes.blobCount === before, 'files left', nodes.blobCount);
  return counts;
}

/**
 * Starts work on both nodes. In every round one of them is late by another number of round trips, so that over the rounds
 * each step of the one meets each step of the other.
 */
export function runBoth<One, Two>(
  { one, two }: SigningNodes,
  round: number,
  work: readonly [(node: SigningNode) => Promise<One>, (node: SigningNode) => Promise<Two>],
): Promise<[One, Two]> {
  const delay = ((round * DELAY_STEP) % (2 * MAX_DELAY + 1)) - MAX_DELAY;
  return Promise.all([delayed(one, delay, work[0]), delayed(two, -delay, work[1])]);
}

async function delayed<T>(
  node: SigningNode,
  trips: number,
  work: (node: SigningNode) => Promise<T>,
): Promise<T> {
  for (let trip = 0; trip < trips; trip += 1) await node.database.ping();
  return work(node);
}

export function assertRace(holds: boolean, what: string, found: unknown): asserts holds {
  if (!holds) throw new Error(`${what}: ${JSON.stringify(found)}`);
}
