import { spawnSync } from 'node:child_process';

export function hasTool(name: string): boolean {
  return spawnSync(name, ['--version'], { stdio: 'ignore' }).error === undefined;
}

export interface ToolRun {
  readonly status: number | null;
  /** Standard output, then standard error. */
  readonly text: string;
}

/** Does not throw for exit codes. */
export function runTool(name: string, args: readonly string[]): ToolRun {
  const { status, stdout, stderr } = spawnSync(name, args, { encoding: 'utf8', maxBuffer: 64 << 20 });
  return { status, text: `${stdout}${stderr}` };
}
