import type { GoalResult } from '../report/goals.ts';
import type { ServiceRow } from './service-row.ts';

interface ServiceGoal {
  readonly id: string;
  readonly goal: string;
  /** What is compared: the row itself or its ratio to the floor. */
  readonly of: 'ours' | 'ratio';
  readonly least?: number;
  readonly most?: number;
}

const GOALS: readonly ServiceGoal[] = [
  {
    id: 'service/completion',
    goal: '20 signers at once: completed within 3 s (p95)',
    of: 'ours',
    most: 3000,
  },
  { id: 'service/throughput', goal: '400 documents a minute', of: 'ours', least: 400 },
  {
    id: 'service/upload',
    goal: 'upload of 48 MB: within 1.5 times of writing and hashing it',
    of: 'ratio',
    most: 1.5,
  },
  {
    id: 'service/initials',
    goal: 'sealing 50 pages with initials on each: within 1.3 times of a signature alone',
    of: 'ratio',
    most: 1.3,
  },
  { id: 'service/get', goal: 'GET a document: within 1.5 times of its SQL', of: 'ratio', most: 1.5 },
  { id: 'service/token', goal: 'token check: under 10 % of GET a document', of: 'ratio', most: 1.1 },
  { id: 'service/list', goal: 'GET 50 documents: within 1.5 times of their SQL', of: 'ratio', most: 1.5 },
  { id: 'service/post', goal: 'POST /v1/docs: within 5 times of its SQL (p95)', of: 'ratio', most: 5 },
  { id: 'service/memory/server', goal: 'idle with PostgreSQL: at most 140 MB', of: 'ours', most: 140 },
  {
    id: 'service/memory/embedded',
    goal: 'idle with its own database: at most 350 MB',
    of: 'ours',
    most: 350,
  },
];

export function judgeServiceGoals(rows: readonly ServiceRow[]): GoalResult[] {
  return GOALS.flatMap(({ id, goal, of, least = 0, most = Number.POSITIVE_INFINITY }) => {
    const row = rows.find((one) => one.id === id);
    if (row === undefined) return [];
    const { ours, floor = Number.NaN, unit } = row;
    const value = of === 'ours' ? ours : ours / floor;
    const measured = of === 'ours' ? `${ours.toFixed(0)} ${unit}` : `${value.toFixed(2)} times`;
    return [{ goal, measured, isMet: value >= least && value <= most }];
  });
}
