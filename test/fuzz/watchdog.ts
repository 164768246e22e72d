/** A thread that watches time and memory while the main thread may be stuck. It writes a note and ends the process. */
import { writeFileSync } from 'node:fs';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { CPU_SECONDS, MEMORY_MB, WALL_SECONDS } from './limits.ts';

const INTERVAL = 15;

interface Watch {
  /** Number of the current operation; even if none runs. */
  readonly counter: Int32Array<SharedArrayBuffer>;
  readonly notePath: string;
}

/** Starts the thread. An operation beyond the limits ends the process, with a note in `notePath`. */
export function startWatchdog(counter: Int32Array<SharedArrayBuffer>, notePath: string): void {
  new Worker(new URL(import.meta.url), { workerData: { counter, notePath } satisfies Watch }).unref();
}

function watch({ counter, notePath }: Watch): void {
  const idleMemory = process.memoryUsage.rss();
  let current = 0;
  let cpu = process.cpuUsage();
  let wall = performance.now();
  setInterval(() => {
    const running = Atomics.load(counter, 0);
    if (running !== current) {
      current = running;
      cpu = process.cpuUsage();
      wall = performance.now();
    }
    if (running % 2 === 0) return;
    const used = process.cpuUsage(cpu);
    const seconds = (used.user + used.system) / 1e6;
    const grown = (process.memoryUsage.rss() - idleMemory) / 1024 / 1024;
    if (seconds > CPU_SECONDS) end(notePath, 'hang', `more than ${CPU_SECONDS} s of CPU time`);
    if (performance.now() - wall > WALL_SECONDS * 1000) end(notePath, 'hang', `more than ${WALL_SECONDS} s`);
    if (grown > MEMORY_MB) end(notePath, 'memory', `more than ${MEMORY_MB} MB above idle`);
  }, INTERVAL);
}

function end(notePath: string, kind: 'hang' | 'memory', detail: string): void {
  writeFileSync(notePath, JSON.stringify({ kind, detail }));
  process.kill(process.pid, 'SIGKILL');
}

if (!isMainThread) watch(workerData as Watch);
