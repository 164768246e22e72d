/** The performance goals, each with its measurement. */

import type { FloorName } from '../cases/case.ts';
import { OURS } from '../peers/contenders.ts';
import type { CaseResult, Row } from '../results.ts';

export interface GoalResult {
  readonly goal: string;
  readonly measured: string;
  readonly isMet: boolean;
}

/** Requires `least` times our time from each peer in `peers` (prefixes), in every case given. */
interface SpeedGoal {
  readonly goal: string;
  readonly cases: readonly string[];
  readonly peers: readonly string[];
  readonly least: number;
  readonly kind: 'warm' | 'cold';
}

const ALL_LIBRARIES = ['pdf-lib', '@cantoo/pdf-lib', '@libpdf/core', 'mupdf', 'pdfjs-dist'];

const SPEED_GOALS: readonly SpeedGoal[] = [
  ...(['fields', 'open'] as const).flatMap((job) => goalsOfReading(job)),
  ...goalsOfBoxes(),
  ...goalsOfForms(),
  ...goalsOfMerging(),
  ...goalsOfText(),
  ...goalsOfWhole(),
  ...goalsOfSealing(),
  {
    goal: 'cold process: faster than mupdf and pdf-lib on every input',
    // Rewriting is not a command of ours.
    cases: ['open/', 'fields/', 'boxes/', 'prefill/', 'strip/', 'merge/'],
    peers: ['mupdf', 'pdf-lib'],
    least: 1,
    kind: 'cold',
  },
];

/** Maximum MB over an idle process, on any input. */
interface MemoryGoal {
  readonly goal: string;
  readonly cases: RegExp;
  readonly most: number;
}

const MEMORY_GOALS: readonly MemoryGoal[] = [
  {
    goal: 'fields and boxes on any input: less than 30 MB above idle',
    cases: /^(fields|boxes)\//,
    most: 30,
  },
  {
    goal: 'merge 8 files of 6 MB: less than 60 MB above idle',
    cases: /^merge\/(brochures|slides)/,
    most: 60,
  },
];
/** Maximum share of @libpdf/core's added memory when sealing the scan. */
const MAX_SHARE_OF_PEER_MEMORY = 0.1;

interface FloorGoal {
  readonly goal: string;
  readonly case: string;
  readonly floor: FloorName;
  readonly most: number;
}

const FLOOR_GOALS: readonly FloorGoal[] = [
  {
    goal: 'boxes and a page, 48 MB scan: within 1.3 times of copying and appending',
    case: 'boxes/scan',
    floor: 'copy and append',
    most: 1.3,
  },
  {
    goal: 'seal a 48 MB scan: within 2 times of copying and hashing it',
    case: 'seal/scan',
    floor: 'copy and hash',
    most: 2,
  },
];

export function judgeGoals(results: readonly CaseResult[]): GoalResult[] {
  const speed = SPEED_GOALS.map((goal) => judgeSpeed(goal, results));
  const floors = FLOOR_GOALS.map((goal) => judgeFloor(goal, results));
  const memory = MEMORY_GOALS.map((goal) => judgeMemory(goal, results));
  const goals = [...speed, ...floors, ...memory, judgeSealMemory(results)];
  return goals.filter((goal) => goal !== undefined);
}

function goalsOfReading(job: 'fields' | 'open'): SpeedGoal[] {
  const what = job === 'fields' ? 'list fields' : 'open and count pages';
  const objects = [`${job}/objects`];
  const goalAgainst = (peers: readonly string[], least: number): SpeedGoal => ({
    goal: `${what}, 150,000 objects: ${least} times faster than ${peers.join(' and ')}`,
    cases: objects,
    peers,
    least,
    kind: 'warm',
  });
  return [
    goalAgainst(['pdf-lib'], 150),
    goalAgainst(['@libpdf/core'], 12),
    goalAgainst(['mupdf', 'pdfjs-dist'], 3),
    {
      goal: `${what}, 48 MB scan: 20 times faster than the best library`,
      cases: [`${job}/scan`],
      peers: ALL_LIBRARIES,
      least: 20,
      kind: 'warm',
    },
  ];
}

function goalsOfMerging(): SpeedGoal[] {
  const cases = ['merge/brochures', 'merge/slides'];
  return [
    {
      goal: 'merge 8 files of 6 MB: 5 times faster than mupdf and @libpdf/core',
      cases,
      peers: ['mupdf', '@libpdf/core'],
      least: 5,
      kind: 'warm',
    },
    {
      goal: 'merge 8 files of 6 MB: 30 times faster than pdf-lib',
      cases,
      peers: ['pdf-lib'],
      least: 30,
      kind: 'warm',
    },
    {
      goal: 'merge 8 files of 6 MB as a process: faster than mutool',
      cases,
      peers: ['mutool'],
      least: 1,
      kind: 'cold',
    },
    {
      goal: 'merge 8 forms: within 1.5 times of mupdf, which drops the fields',
      cases: ['merge/forms'],
      peers: ['mupdf'],
      least: 1 / 1.5,
      kind: 'warm',
    },
    {
      goal: 'merge 8 forms: faster than mupdf keeping fields',
      cases: ['merge/forms'],
      peers: ['mupdf keeping fields'],
      least: 1,
      kind: 'warm',
    },
  ];
}

function goalsOfText(): SpeedGoal[] {
  const cases = ['text/'];
  return [
    {
      goal: 'text of 500 pages: 2 times faster than pdfjs-dist',
      cases,
      peers: ['pdfjs-dist'],
      least: 2,
      kind: 'warm',
    },
    {
      goal: 'text of 500 pages as a process: within 3 times of mutool',
      cases,
      peers: ['mutool'],
      least: 1 / 3,
      kind: 'cold',
    },
  ];
}

function goalsOfWhole(): SpeedGoal[] {
  return [
    {
      goal: 'open 20,000 pages as a process: no slower than mupdf',
      cases: ['open/many-pages'],
      peers: ['mupdf'],
      least: 1,
      kind: 'cold',
    },
    {
      goal: 'inspect or list fields as a process: within 1.6 times of Node alone',
      cases: ['open/scan', 'fields/scan'],
      peers: ['Node alone'],
      least: 1 / 1.6,
      kind: 'cold',
    },
    {
      goal: 'write anew: no slower than mupdf',
      cases: ['rewrite/'],
      peers: ['mupdf'],
      least: 1,
      kind: 'warm',
    },
  ];
}

function goalsOfSealing(): SpeedGoal[] {
  const peers = ['@libpdf/core', '@signpdf'];
  return [
    {
      goal: 'seal a 48 MB scan: 3 times faster than @libpdf/core and @signpdf',
      cases: ['seal/scan'],
      peers,
      least: 3,
      kind: 'warm',
    },
    {
      goal: 'seal 1,000 fields: 2 times faster than @libpdf/core and @signpdf',
      cases: ['seal/form'],
      peers,
      least: 2,
      kind: 'warm',
    },
  ];
}

function goalsOfBoxes(): SpeedGoal[] {
  const goalAgainst = (peer: string, least: number): SpeedGoal => ({
    goal: `boxes and a page, 150,000 objects: ${least === 1 ? '' : `${least} times `}faster than ${peer}`,
    cases: ['boxes/objects'],
    peers: [peer],
    least,
    kind: 'warm',
  });
  return [goalAgainst('pdf-lib', 100), goalAgainst('@libpdf/core incremental', 5), goalAgainst('mupdf', 1)];
}

function goalsOfForms(): SpeedGoal[] {
  const goalAgainst = (job: 'fields' | 'prefill', peer: string, least: number): SpeedGoal => ({
    goal: `${job === 'fields' ? 'list' : 'fill 20 and close all of'} 1,000 fields: ${least} times faster than ${peer}`,
    cases: [`${job}/form`],
    peers: [peer],
    least,
    kind: 'warm',
  });
  return [
    goalAgainst('fields', 'mupdf', 3),
    goalAgainst('fields', 'pdf-lib', 4),
    goalAgainst('prefill', 'mupdf', 3),
    goalAgainst('prefill', '@libpdf/core incremental', 2.5),
    {
      goal: 'create 1,000 fields: within 2 times of mupdf',
      cases: ['add-fields/'],
      peers: ['mupdf'],
      least: 1 / 2,
      kind: 'warm',
    },
  ];
}

function judgeSpeed(
  { goal, cases, peers, least, kind }: SpeedGoal,
  results: readonly CaseResult[],
): GoalResult | undefined {
  const ratios = results
    .filter(({ id }) => cases.some((prefix) => id.startsWith(prefix)))
    .flatMap(({ id, rows }) => ratiosOf(rows, peers, kind).map((ratio) => ({ ...ratio, id })));
  const slowest = ratios.sort((a, b) => a.ratio - b.ratio)[0];
  if (slowest === undefined) return undefined;
  const measured = `${slowest.ratio.toFixed(1)} (${slowest.id}, ${slowest.name})`;
  return { goal, measured, isMet: slowest.ratio >= least };
}

/** Returns what a row of a case has to be at least, in times of ours, cold and warm. */
export function listRowGoals(id: string, name: string): string {
  const speed = SPEED_GOALS.filter(
    ({ cases, peers }) => cases.some((prefix) => id.startsWith(prefix)) && isOneOf(peers, name),
  );
  const floors = FLOOR_GOALS.filter((goal) => goal.case === id && goal.floor === name);
  const all = [...speed, ...floors.map(({ most }) => ({ kind: 'warm' as const, least: 1 / most }))];
  return (['warm', 'cold'] as const)
    .flatMap((kind) => {
      const least = Math.max(...all.filter((goal) => goal.kind === kind).map((goal) => goal.least));
      return Number.isFinite(least) ? [`${kind} ${Number(least.toFixed(2))}`] : [];
    })
    .join(', ');
}

function isOneOf(peers: readonly string[], name: string): boolean {
  return peers.some((peer) => name === peer || name === `${peer} incremental`);
}

function ratiosOf(rows: readonly Row[], peers: readonly string[], kind: 'warm' | 'cold') {
  return rows
    .filter(({ name }) => isOneOf(peers, name))
    .flatMap(({ name, [kind]: timing }) => (timing === undefined ? [] : [{ name, ratio: timing.ratio }]));
}

function judgeFloor(
  { goal, case: id, floor: name, most }: FloorGoal,
  results: readonly CaseResult[],
): GoalResult | undefined {
  const floor = rowOf(results, id, name)?.warm;
  if (floor === undefined) return undefined;
  const over = 1 / floor.ratio;
  return { goal, measured: over.toFixed(2), isMet: over <= most };
}

function judgeSealMemory(results: readonly CaseResult[]): GoalResult | undefined {
  const [ours, peer] = [OURS.name, '@libpdf/core'].map((name) => rowOf(results, 'seal/scan', name)?.extraMb);
  if (ours === undefined || peer === undefined) return undefined;
  return {
    goal: `seal a 48 MB scan: at most a tenth of the memory @libpdf/core adds`,
    measured: `${ours.toFixed(0)} MB of ${peer.toFixed(0)} MB`,
    isMet: ours <= peer * MAX_SHARE_OF_PEER_MEMORY,
  };
}

function judgeMemory(
  { goal, cases, most: limit }: MemoryGoal,
  results: readonly CaseResult[],
): GoalResult | undefined {
  const extras = results
    .filter(({ id }) => cases.test(id))
    .flatMap(({ id, rows }) =>
      rows.flatMap(({ name, extraMb }) =>
        name === OURS.name && extraMb !== undefined ? [{ id, extraMb }] : [],
      ),
    );
  const most = extras.sort((a, b) => b.extraMb - a.extraMb)[0];
  if (most === undefined) return undefined;
  return { goal, measured: `${most.extraMb.toFixed(0)} MB (${most.id})`, isMet: most.extraMb < limit };
}

function rowOf(results: readonly CaseResult[], id: string, name: string): Row | undefined {
  return results.find((result) => result.id === id)?.rows.find((row) => row.name === name);
}
