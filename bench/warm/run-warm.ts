import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Case, type FloorName, pathOf } from '../cases/case.ts';
import { type Contender, loadJobs, OURS } from '../peers/contenders.ts';
import type { Finding, Findings } from '../results.ts';
import { type Spent, type Turn, takeTurns, usesUpPatience } from '../take-turns.ts';
import { FLOORS } from './floors.ts';
import { type Amount, timeRuns } from './time-runs.ts';
import { WarmContender } from './warm-contender.ts';

/** One turn repeats the job for this long, so that jobs of 0.1 ms can be timed. */
const TURN: Amount = { leastMs: 100, leastRuns: 1, mostMs: Number.MAX_SAFE_INTEGER };
/** Pause between turns, for compiler threads and garbage collection of the previous contender. */
const SETTLE_MS = 50;
/** Warm-up before the first turn, until hot code is compiled. */
const WARM_UP: Amount = { leastMs: 1000, leastRuns: 100, mostMs: 5000 };
const ONCE: Amount = { leastMs: 0, leastRuns: 1, mostMs: 0 };

/** Times ours and every peer except `left`, each in its own process, after a checked run and a warm-up. */
export async function runWarm(
  test: Case,
  peers: readonly Contender[],
  folder: string,
  rounds: number,
  left: ReadonlySet<string>,
): Promise<Findings> {
  const findings = new Map<string, Finding>();
  const turns: Turn[] = [];
  using processes = new DisposableStack();
  for (const contender of [OURS, ...peers]) {
    if (left.has(contender.name) || !(await does(contender, test))) continue;
    const task = { inputs: test.input.paths, output: outputOf(contender, folder) };
    const warm = processes.use(new WarmContender({ contender, job: test.job, task }));
    const { problem, ...trial } = await tryOnce(test, warm, task.output);
    if (problem === undefined) {
      // A single round is a smoke test.
      if (rounds > 1 && !usesUpPatience(trial)) await warm.takeTurn(WARM_UP);
      turns.push({ name: contender.name, run: () => takeTurn(warm), trial });
      if (test.reportsGrowth === true) findings.set(contender.name, { growth: growthOf(test, task.output) });
    } else if (contender === OURS) throw new Error(`${test.id}: ${problem}`);
    else findings.set(contender.name, { note: problem });
  }
  if (test.floor !== undefined) turns.push(floorOf(test.floor, test, folder));
  const timings = await takeTurns(turns, rounds);
  for (const warm of timings) findings.set(warm.name, { ...findings.get(warm.name), warm });
  return findings;
}

async function does(contender: Contender, { job }: Case): Promise<boolean> {
  return (await loadJobs(contender))[job] !== undefined;
}

function outputOf({ name }: Contender, folder: string): string {
  return join(folder, `${name.replaceAll(/\W+/g, '-')}.pdf`);
}

async function tryOnce(
  test: Case,
  contender: WarmContender,
  output: string,
): Promise<Spent & { readonly problem?: string }> {
  const report = await contender.takeTurn(ONCE);
  if (report.problem !== undefined) return { ...NO_TIME, problem: `fails: ${report.problem}` };
  const answer = test.readBack === undefined ? report.answer : await test.readBack(output);
  return answer === test.expected ? report.spent : { ...report.spent, problem: `wrong: ${answer}` };
}

const NO_TIME: Spent = { wallMs: Number.NaN, cpuMs: Number.NaN };

/** Throws if a job that succeeded once fails later. */
async function takeTurn(contender: WarmContender): Promise<Spent> {
  await setTimeout(SETTLE_MS);
  const report = await contender.takeTurn(TURN);
  if (report.problem !== undefined) throw new Error(report.problem);
  return report.spent;
}

/** Runs in this process: it only copies and hashes. */
function floorOf(floor: FloorName, test: Case, folder: string): Turn {
  const output = join(folder, 'floor.pdf');
  const run = FLOORS[floor](test, outputOf(OURS, folder), output);
  return { name: floor, run: () => timeRuns(run, output, TURN) };
}

function growthOf({ input }: Case, output: string): number {
  return statSync(output).size - statSync(pathOf(input)).size;
}
