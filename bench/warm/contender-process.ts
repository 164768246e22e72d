/**
 * Runs a contender's job on request: `fork(this, [JSON of ContenderWork])`. Answers each `Amount` with a
 * `TurnReport`.
 */
import { loadJobs } from '../peers/contenders.ts';
import type { ContenderWork, TurnReport } from './contender-work.ts';
import { type Amount, timeRuns } from './time-runs.ts';

const { contender, job: name, task } = JSON.parse(process.argv[2] ?? '') as ContenderWork;
const job = (await loadJobs(contender))[name];

process.on('message', async (amount: Amount) => process.send?.(await takeTurn(amount)));

async function takeTurn(amount: Amount): Promise<TurnReport> {
  try {
    let answer: string | undefined;
    const run = async () => {
      answer = await job?.(task);
    };
    const spent = await timeRuns(run, task.output, amount);
    return answer === undefined ? { spent } : { spent, answer };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
