import type { Job } from '../jobs/job.ts';
import { proofKindOf } from './kinds.ts';
import type { Proof } from './proof.ts';

/** The last one repeats until the proof expires. */
const DELAY_MINUTES = [1, 2, 4, 8, 15];

export interface PlannedPoll {
  readonly job: Job<'watch-proof'>;
  readonly startAfterSeconds: number;
}

/** While no page is open, as the report may never come; null if the proof needs none. */
export function planNextPoll({ proofId, kind, state, status }: Proof, round = 0): PlannedPoll | null {
  const definition = proofKindOf(kind);
  if (status !== 'pending' || state === null) return null;
  if (definition.poll?.isWatched?.(definition.state.parse(state)) !== true) return null;
  const minutes = DELAY_MINUTES[Math.min(round, DELAY_MINUTES.length - 1)] ?? 0;
  return { job: { name: 'watch-proof', proofId, round }, startAfterSeconds: minutes * 60 };
}
