import { rmSync } from 'node:fs';
import { median, type Spent } from '../take-turns.ts';

export interface Amount {
  readonly leastMs: number;
  readonly leastRuns: number;
  /** Stops after this long, whatever the number of runs. */
  readonly mostMs: number;
}

/** Times a job repeatedly; returns medians. */
export async function timeRuns(run: () => unknown, output: string, amount: Amount): Promise<Spent> {
  const spent: Spent[] = [];
  let wallMs = 0;
  do {
    // A new file each time: ext4 waits for the disk when a file is replaced.
    rmSync(output, { force: true });
    const once = await timeOnce(run);
    spent.push(once);
    wallMs += once.wallMs;
  } while (wallMs <= amount.mostMs && (wallMs < amount.leastMs || spent.length < amount.leastRuns));
  // The first run finds CPU caches filled by another contender.
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
