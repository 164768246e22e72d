import { spawn } from 'node:child_process';
import {
  type GiveUp,
  isOutOfMemory,
  limitCommand,
  limitsOfProgram,
  type ProcessLimits,
} from './process-limits.ts';

/** How a program ended. */
export interface ProcessEnd {
  /** Undefined when it was stopped or crashed; 127 when it is not installed. */
  readonly code: number | undefined;
  /** Both of its streams, as far as they are kept. */
  readonly output: string;
  /** Why there is no proper end. */
  readonly gaveUp?: GiveUp;
}

/** Bytes of output after which a program is stopped: one of the corpus files has Poppler complain without end. */
const MAX_OUTPUT_BYTES = 256 * 1024;

/** Runs a program for `patience` ms at most. Its time, memory and output are bounded, whatever the file makes it do. */
export function runBounded(
  program: string,
  options: readonly string[],
  patience: number,
  limits: ProcessLimits = limitsOfProgram(patience),
): Promise<ProcessEnd> {
  const limited = limitCommand({ program, options }, limits);
  return new Promise((resolve) => {
    const child = spawn(limited.program, limited.options, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let stopped: GiveUp | undefined;
    const stop = (reason: GiveUp) => {
      stopped ??= reason;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => stop('time'), patience);
    const keep = (chunk: Buffer) => {
      if (output.length < MAX_OUTPUT_BYTES) output += chunk.toString('latin1');
      else stop('output');
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const end = (code: number | null, signal: NodeJS.Signals | null) => {
      clearTimeout(timer);
      const gaveUp = stopped ?? findGiveUp(output, code, signal);
      resolve({ code: code ?? undefined, output, ...(gaveUp === undefined ? {} : { gaveUp }) });
    };
    child.on('error', () => end(null, null));
    child.on('close', end);
  });
}

function findGiveUp(output: string, code: number | null, signal: NodeJS.Signals | null): GiveUp | undefined {
  if (code !== 0 && isOutOfMemory(output)) return 'memory';
  return signal === null ? undefined : 'crash';
}
