import { fstatSync } from 'node:fs';
import type { Output } from './output.ts';

const STDERR = 2;
/** ms of work before it is said that it goes on; then every so often. */
const INTERVAL_MS = 1000;

/**
 * Runs `work`. On a terminal stderr says every second how long it has been, on a line that gives way to what is printed and
 * is gone at the end.
 */
export async function withProgress<T>(print: Output, work: (print: Output) => Promise<T>): Promise<T> {
  if (!(await isTerminal(STDERR))) return work(print);
  const { startProgress } = await import('./progress-thread.ts');
  const progress = startProgress(STDERR, INTERVAL_MS);
  const after = (write: (text: string) => void) => (text: string) => {
    progress.clear();
    write(text);
  };
  try {
    return await work({ line: after(print.line), problem: after(print.problem) });
  } finally {
    await progress.stop();
  }
}

/** Asks without loading `node:tty` where it cannot be one. */
async function isTerminal(descriptor: number): Promise<boolean> {
  try {
    if (!fstatSync(descriptor).isCharacterDevice()) return false;
  } catch {
    // Closed: `2>&-`.
    return false;
  }
  const { isatty } = await import('node:tty');
  return isatty(descriptor);
}
