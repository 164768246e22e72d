/** Limits enforced by the system, even after the parent is gone: a library decoding a bomb has used 22 GB. */

export interface ProcessLimits {
  /** MB of writable memory: heap, buffers and stacks. */
  readonly memory: number;
  readonly cpu: number;
}

export interface Command {
  readonly program: string;
  readonly options: readonly string[];
}

/** Ten times what a valid file needs. */
const PROGRAM_MEMORY = 1024;
const MS_PER_SECOND = 1000;

/** Limits of a program that is stopped after `patience` ms; it may use one core. */
export function limitsOfProgram(patience: number): ProcessLimits {
  return { memory: PROGRAM_MEMORY, cpu: Math.ceil(patience / MS_PER_SECOND) + 1 };
}

/**
 * Wraps a command in limits. `ulimit -d` counts writable memory, buffers included on Linux, and not the address
 * space, which Node reserves. Windows only has time limits.
 */
export function limitCommand({ program, options }: Command, { memory, cpu }: ProcessLimits): Command {
  if (process.platform === 'win32') return { program, options };
  const limits = `ulimit -d ${memory * 1024}; ulimit -t ${cpu}`;
  const script = `{ ${limits}; } 2>/dev/null; exec "$0" "$@"`;
  return { program: 'sh', options: ['-c', script, program, ...options] };
}

export const GIVE_UPS = ['time', 'memory', 'output', 'crash'] as const;
export type GiveUp = (typeof GIVE_UPS)[number];

export function isOutOfMemory(said: string): boolean {
  return /bad_alloc|length_error|out of memory|\bOOM\b|allocation failed|failed to allocate|alloc\b.* failed/i.test(
    said,
  );
}
