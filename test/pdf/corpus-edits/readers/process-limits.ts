/**
 * Limits that the system keeps on a reader's process, also when nobody is left to stop it: a library that decodes a bomb never
 * comes back to hear that its parent has gone, and has filled 22 GB.
 */

/** What a process may take. */
export interface ProcessLimits {
  /** MB of memory it may write to, whether as heap, buffers or stacks. */
  readonly memory: number;
  /** Seconds of processor time. */
  readonly cpu: number;
}

export interface Command {
  readonly program: string;
  readonly options: readonly string[];
}

/** Memory of a program that is sound is a tenth of it. */
const PROGRAM_MEMORY = 1024;
const MS_PER_SECOND = 1000;

/** Limits of a program that is stopped after `patience` ms anyway: it has one core or less. */
export function limitsOfProgram(patience: number): ProcessLimits {
  return { memory: PROGRAM_MEMORY, cpu: Math.ceil(patience / MS_PER_SECOND) + 1 };
}

/**
 * The command that runs another within limits. `ulimit -d` counts what may be written, on Linux buffers included, and not the
 * address space, of which Node sets many GB aside. Windows has no such limits: there, time is all that is bounded.
 */
export function limitCommand({ program, options }: Command, { memory, cpu }: ProcessLimits): Command {
  if (process.platform === 'win32') return { program, options };
  const limits = `ulimit -d ${memory * 1024}; ulimit -t ${cpu}`;
  const script = `{ ${limits}; } 2>/dev/null; exec "$0" "$@"`;
  return { program: 'sh', options: ['-c', script, program, ...options] };
}

/** How a reader came to no end of a file: it took too long or too much memory, said too much, or crashed. */
export const GIVE_UPS = ['time', 'memory', 'output', 'crash'] as const;
export type GiveUp = (typeof GIVE_UPS)[number];

/** Whether this is what a program says, or a library throws, when it is given no more memory. */
export function isOutOfMemory(said: string): boolean {
  return /bad_alloc|length_error|out of memory|\bOOM\b|allocation failed|failed to allocate|alloc\b.* failed/i.test(
    said,
  );
}
