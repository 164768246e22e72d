import { spawnSync } from 'node:child_process';
import type { Spent } from '../take-turns.ts';

export interface ProcessRun extends Spent {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Who takes longer at the first try is ended and not asked again. */
export const MAX_TRIAL_SECONDS = 30;

/** Runs the program and tells the CPU time of its children, which `times` prints as minutes and seconds. */
const SCRIPT = '"$@"; status=$?; times >&3; exit $status';

/** As `runProcess`; status 137 when it was ended for taking longer than `MAX_TRIAL_SECONDS`. */
export function tryProcess(program: string, args: readonly string[]): ProcessRun {
  return runProcess('timeout', ['-s', 'KILL', String(MAX_TRIAL_SECONDS), program, ...args]);
}

/** Whether `tryProcess` ended it. */
export function tookTooLong({ status, wallMs }: ProcessRun): boolean {
  return status === 137 && wallMs >= MAX_TRIAL_SECONDS * 1000;
}

/** Runs a program to its end, timed as a shell would see it. */
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

/** Second line: user and system time of the shell's children. */
function readCpuTime(times: string): number {
  const [, line = ''] = times.split('\n');
  const parts = [...line.matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce(
    (sum, [, minutes, seconds]) => sum + (Number(minutes) * 60 + Number(seconds)) * 1000,
    0,
  );
}

export function isInstalled(program: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'command -v "$1"', 'sh', program]).status === 0;
}
