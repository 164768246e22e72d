import { rmSync } from 'node:fs';
import { median, type Spent } from '../take-turns.ts';

/** How long and how often a job is done, once at least. */
export interface Amount {
  readonly leastMs: number;
  readonly leastRuns: number;
  /** Then it is enough, however few runs there were. */
  readonly mostMs: number;
}

/** Times a job that writes `output`, again and again: medians. */
export async function timeRuns(run: () => unknown, output: string, amount: Amount): Promise<Spent> {
  const spent: Spent[] = [];
  let wallMs = 0;
  do {
    // A new file, as users write one: ext4 makes who replaces a file wait for the disk.
    rmSync(output, { force: true });
    const once = await timeOnce(run);
    spent.push(once);
    wallMs += once.wallMs;
  } while (wallMs <= amount.mostMs && (wallMs < amount.leastMs || spent.length < amount.leastRuns));
  // The first run finds the machine's caches full of another contender's data.
  const counted = spent.length > 1 ? spent.slice(1) : spent;
  return {
    wallMs: median(counted.map((once) => once.wallMs)),
    cpuMs: median(counted.map((once) => once.cpuMs)),
  };
}

async function timeOnce(run: () => unknown): Promise<Spent> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  await run();
  const wallMs = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { wallMs, cpuMs: (user + system) / 1000 };
}
