import { appendFileSync, copyFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Case, pathOf } from '../cases/case.ts';
import { loadJobs, OURS, PEERS } from '../peers/contenders.ts';
import type { Finding, Findings } from '../results.ts';
import { median, type Spent, type Turn, takeTurns, usesUpPatience } from '../take-turns.ts';

export const FLOOR = 'copy and append';

/** Times everybody but `left` in this process, after a run of each that is checked and warms up. */
export async function runWarm(
  test: Case,
  folder: string,
  rounds: number,
  left: ReadonlySet<string>,
): Promise<Findings> {
  const findings = new Map<string, Finding>();
  const turns: Turn[] = [];
  for (const contender of [OURS, ...PEERS]) {
    const job = (await loadJobs(contender))[test.job];
    if (job === undefined || left.has(contender.name)) continue;
    const output = join(folder, `${contender.module}-${contender.mode}.pdf`);
    const run = () => job({ inputs: test.input.paths, output });
    const { problem, ...trial } = await tryOnce(test, run, output);
    if (problem === undefined) {
      // A single round is to prove that the bench works.
      if (rounds > 1 && !usesUpPatience(trial)) await warmUp(run, output);
      turns.push({ name: contender.name, run: () => time(run, output), trial });
    } else if (contender === OURS) throw new Error(`${test.id}: ${problem}`);
    else findings.set(contender.name, { note: problem });
  }
  if (test.hasFloor === true) {
    const output = join(folder, 'floor.pdf');
    const run = copyAndAppend(test, folder, output);
    turns.push({ name: FLOOR, run: () => time(run, output) });
  }
  const timings = await takeTurns(turns, rounds);
  for (const warm of timings) findings.set(warm.name, { warm });
  return findings;
}

/** Runs once; a time counts only when the answer, or the file that was written, is right. */
async function tryOnce(
  test: Case,
  run: () => Promise<string | undefined>,
  output: string,
): Promise<Spent & { readonly problem?: string }> {
  try {
    let told: string | undefined;
    const spent = await timeOnce(async () => {
      told = await run();
    });
    const answer = test.readBack === undefined ? told : await test.readBack(output);
    return answer === test.expected ? spent : { ...spent, problem: `wrong: ${answer}` };
  } catch (error) {
    const problem = `fails: ${error instanceof Error ? error.message : error}`;
    return { wallMs: Number.NaN, cpuMs: Number.NaN, problem };
  }
}

/** One turn: the job again and again for so long, so that a job of a tenth of a millisecond can be timed. */
const TURN_MS = 100;
/** Other threads give memory back after a collection. */
const SETTLE_MS = 50;
/** Before the first turn: long and often enough that what a process calls all the time has been compiled by then. */
const WARM_UP = { leastMs: 1000, leastRuns: 100, mostMs: 5000 };

async function warmUp(run: () => unknown, output: string): Promise<void> {
  let wallMs = 0;
  for (let runs = 0; wallMs < WARM_UP.leastMs || runs < WARM_UP.leastRuns; runs += 1) {
    if (wallMs > WARM_UP.mostMs) return;
    wallMs += (await runAnew(run, output)).wallMs;
  }
}

async function time(run: () => unknown, output: string): Promise<Spent> {
  await settle();
  const spent: Spent[] = [];
  for (let wallMs = 0; wallMs < TURN_MS; ) {
    const once = await runAnew(run, output);
    spent.push(once);
    wallMs += once.wallMs;
  }
  // The first run finds the machine's caches full of another contender's data.
  const counted = spent.length > 1 ? spent.slice(1) : spent;
  return {
    wallMs: median(counted.map(({ wallMs }) => wallMs)),
    cpuMs: median(counted.map(({ cpuMs }) => cpuMs)),
  };
}

/** To a new file, as users write one: ext4 makes who replaces a file wait for the disk. */
function runAnew(run: () => unknown, output: string): Promise<Spent> {
  rmSync(output, { force: true });
  return timeOnce(run);
}

/** What an earlier contender left behind is not paid for by the next: collected (with --expose-gc), then given back. */
async function settle(): Promise<void> {
  globalThis.gc?.();
  await setTimeout(SETTLE_MS);
}

async function timeOnce(run: () => unknown): Promise<Spent> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  await run();
  const wallMs = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { wallMs, cpuMs: (user + system) / 1000 };
}

/** The least that an incremental save costs: the original copied, as many bytes appended as ours appended. */
function copyAndAppend({ input }: Case, folder: string, output: string): () => void {
  const original = pathOf(input);
  const ours = join(folder, `${OURS.module}-${OURS.mode}.pdf`);
  const appended = Buffer.alloc(statSync(ours).size - statSync(original).size);
  return () => {
    copyFileSync(original, output);
    appendFileSync(output, appended);
  };
}
