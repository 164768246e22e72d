import { spawn } from 'node:child_process';
import {
  type GiveUp,
  isOutOfMemory,
  limitCommand,
  limitsOfProgram,
  type ProcessLimits,
} from './process-limits.ts';

export interface ProcessEnd {
  /** It is undefined if it was stopped or crashed; 127 if it is not installed. */
  readonly code: number | undefined;
  readonly output: string;
  readonly gaveUp?: GiveUp;
}

/** Bytes of output before a program is stopped: Poppler prints endlessly about one corpus file. */
const MAX_OUTPUT_BYTES = 256 * 1024;

/** Runs a program with limits of time (`patience`, ms), memory and output. */
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
