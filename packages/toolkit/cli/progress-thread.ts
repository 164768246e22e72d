import { writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

const SHOWN = 1;
const CLEAR_LINE = '\r\u001b[K';

/** For while the main thread is busy. A string, since bundles would not contain a thread's file. */
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
  clear(): void;
  stop(): Promise<void>;
}

/** First after `intervalMs`. */
export function startProgress(descriptor: number, intervalMs: number): Progress {
  const shown = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(THREAD, { eval: true, workerData: { descriptor, intervalMs, shown } });
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
    // Progress that cannot be shown is not an error.
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
