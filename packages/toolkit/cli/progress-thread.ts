import { writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** Whether the line is on the screen. */
const SHOWN = 1;
const CLEAR_LINE = '\r\u001b[K';

/**
 * Says how long the work has taken, itself: the main thread is busy. Plain JavaScript in a string, since a thread from a file
 * would have to be found in every bundle.
 */
const THREAD = `
const { workerData: { descriptor, intervalMs, shown }, parentPort } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const begin = Date.now();
const timer = setInterval(() => {
  writeSync(descriptor, '\\rworking, ' + Math.round((Date.now() - begin) / 1000) + ' s');
  Atomics.store(shown, 0, ${SHOWN});
}, intervalMs);
parentPort.once('message', () => clearInterval(timer));
`;

export interface Progress {
  /** Takes the line away, so that another can be printed in its place. */
  clear(): void;
  stop(): Promise<void>;
}

/** Shows on a descriptor that work goes on, first after `intervalMs`. */
export function startProgress(descriptor: number, intervalMs: number): Progress {
  const shown = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(THREAD, { eval: true, workerData: { descriptor, intervalMs, shown } });
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
    // Progress that cannot be shown is no reason to fail.
    worker.once('error', () => resolve());
  });
  const clear = () => {
    if (Atomics.exchange(shown, 0, 0) === SHOWN) writeSync(descriptor, CLEAR_LINE);
  };
  const stop = async () => {
    worker.postMessage('stop');
    await ended;
    clear();
  };
  return { clear, stop };
}
