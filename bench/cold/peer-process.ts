/**
 * Runs one job in its own process: `node peer-process.js MODULE MODE JOB OUTPUT INPUT...`. The job `idle` only loads
 * the library. Prints a `PeerReport`.
 */
import { readFileSync } from 'node:fs';
import type { Jobs } from '../peers/task.ts';
import type { PeerReport } from './peer-report.ts';

const [module = '', mode = '', job = '', output = '', ...inputs] = process.argv.slice(2);
const exported: Record<string, Jobs | undefined> = await import(`../peers/${module}.ts`);
const answer = await exported[mode]?.[job as keyof Jobs]?.({ inputs, output });
const report: PeerReport = { answer: answer ?? null, peakKb: readPeak() };
console.log(JSON.stringify(report));

/** VmHWM and not maxRSS: a child's maxRSS includes the parent's before exec. */
function readPeak(): number {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}
