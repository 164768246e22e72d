import { spawnSync } from 'node:child_process';
import type { Spent } from '../take-turns.ts';

export interface ProcessRun extends Spent {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A contender that exceeds this on its first run is stopped and not run again. */
export const MAX_TRIAL_SECONDS = 30;

/** Prints the CPU time of the child, in the format of `times`. */
const SCRIPT = '"$@"; status=$?; times >&3; exit $status';

/** As `runProcess`, with status 137 if `MAX_TRIAL_SECONDS` was exceeded. */
export function tryProcess(program: string, args: readonly string[]): ProcessRun {
  return runProcess('timeout', ['-s', 'KILL', String(MAX_TRIAL_SECONDS), program, ...args]);
}

export function tookTooLong({ status, wallMs }: ProcessRun): boolean {
  return status === 137 && wallMs >= MAX_TRIAL_SECONDS * 1000;
}

/** Runs a program to its end, with wall time measured as by a shell. */
export function runProcess(program: string, args: readonly string[]): ProcessRun {
  const start = performance.now();
  const { status, output } = spawnSync('/bin/sh', ['-c', SCRIPT, 'sh', program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  const wallMs = performance.now() - start;
  const [, stdout = '', stderr = '', times = ''] = output.map((text) => text ?? '');
  return { wallMs, cpuMs: readCpuTime(times), status, stdout, stderr };
}

function readCpuTime(times: string): number {
  const [, line = ''] = times.split('\n');
  const parts = [...line.matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce(
    (sum, [, minutes, seconds]) => sum + (Number(minutes) * 60 + Number(seconds)) * 1000,
    0,
  );
}
