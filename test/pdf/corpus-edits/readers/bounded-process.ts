import { spawn } from 'node:child_process';

/** How a program ended. */
export interface ProcessEnd {
  /** Undefined when it was stopped, crashed or is not installed. */
  readonly code: number | undefined;
  /** Both of its streams, as far as they are kept. */
  readonly output: string;
  /** It took too long or said too much. */
  readonly isStopped: boolean;
}

/** Bytes of output after which a program is stopped: one of the corpus files has Poppler complain without end. */
const MOST_OUTPUT = 256 * 1024;

/** Runs a program for `patience` ms at most. Both its time and its output are bounded, whatever the file makes it do. */
export function runBounded(
  program: string,
  options: readonly string[],
  patience: number,
): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    const child = spawn(program, options, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let isStopped = false;
    const stop = () => {
      isStopped = true;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(stop, patience);
    const keep = (chunk: Buffer) => {
      if (output.length < MOST_OUTPUT) output += chunk.toString('latin1');
      else stop();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const end = (code: number | null) => {
      clearTimeout(timer);
      resolve({ code: code ?? undefined, output, isStopped });
    };
    child.on('error', () => end(null));
    child.on('close', end);
  });
}
