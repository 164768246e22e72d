import { spawnSync } from 'node:child_process';

/** Whether a program is on this machine: tests that ask an independent reader are skipped without it. */
export function hasTool(name: string): boolean {
  return spawnSync(name, ['--version'], { stdio: 'ignore' }).error === undefined;
}

export interface ToolRun {
  readonly status: number | null;
  /** Standard output and standard error, in this order. */
  readonly text: string;
}

/** Runs a program to its end; never throws for its exit code. */
export function runTool(name: string, args: readonly string[]): ToolRun {
  const { status, stdout, stderr } = spawnSync(name, args, { encoding: 'utf8', maxBuffer: 64 << 20 });
  return { status, text: `${stdout}${stderr}` };
}
