/** Its tasks hang, crash, use up memory, grow and throw. */

import { once } from 'node:events';
import { appendFileSync, closeSync, existsSync, readFileSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
import { threadId } from 'node:worker_threads';
import { ToolkitError } from '@countersign/toolkit/errors';
import { type Outcome, performTask } from '@countersign/toolkit/runner';
import type { ThreadCall } from '../task-call.ts';
import { buildThreadAnswer } from '../task-thread.ts';

if (process.env.FAULTY_WORKER_FAILS !== undefined) throw new Error('failed at its start');

let named = 0;

function endProcess(signal: NodeJS.Signals = 'SIGSEGV'): Promise<never> {
  process.kill(process.pid, signal);
  return new Promise(() => undefined);
}

/** The first after the standard streams. */
const CHANNEL_DESCRIPTOR = 3;

/** Milliseconds of processor time. */
function burn(ms: number): number {
  const start = threadCpuMs();
  while (threadCpuMs() - start < ms) Math.random();
  return ms;
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const operations = {
  echo: (args: unknown) => args,
  bytesOf: (args: { bytes: Uint8Array }) => args.bytes.length,
  sleep: (args: { ms: number }) => new Promise((resolve) => setTimeout(() => resolve(args.ms), args.ms)),
  hang: () => {
    for (;;) Math.random();
  },
  /** Named as operations, for a pool with a toolkit: one never ends, one ends after a check of the limits, at 250 ms. */
  readPages: () => burn(Number.POSITIVE_INFINITY),
  rehearse: () => burn(400),
  exit: (args: { code: number }) => process.exit(args.code),
  /** As a fault in native code. */
  segfault: () => endProcess(),
  /** As a machine without memory. */
  beKilled: () => endProcess('SIGKILL'),
  /** The file counts calls; the first ends the process. */
  segfaultOnce: (args: { path: string }) => {
    const calls = existsSync(args.path) ? readFileSync(args.path, 'utf8').length : 0;
    appendFileSync(args.path, '.');
    return calls === 0 ? endProcess() : calls + 1;
  },
  /** The process goes on without a channel. */
  loseChannel: () => {
    closeSync(CHANNEL_DESCRIPTOR);
    return new Promise(() => undefined);
  },
  processId: () => process.pid,
  throwLater: () => {
    setTimeout(() => {
      throw new Error('thrown outside of the task');
    }, 0);
    return new Promise(() => undefined);
  },
  allocate: () => {
    const kept: number[][] = [];
    for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => index + kept.length));
  },
  /** Holds memory outside of the heap, as decoded images do. */
  holdBytes: async (args: { megabytes: number; forMs: number }) => {
    const held = Buffer.alloc(args.megabytes * 1024 * 1024, 1);
    await new Promise((resolve) => setTimeout(resolve, args.forMs));
    return held.length;
  },
  /** As a file with many names. */
  meetNames: async (args: { count: number }) => {
    // Most tasks need no pdf-lib, which takes longer to load than they.
    const { PDFName } = await import('pdf-lib');
    for (const end = named + args.count; named < end; named += 1) PDFName.of(`Name${threadId}-${named}`);
    return threadId;
  },
  thread: () => ({ id: threadId, heapMb: getHeapStatistics().used_heap_size / 1024 / 1024 }),
  refuse: () => {
    throw new ToolkitError('damaged', 'no page tree', { object: 7 }, { origin: 'PdfError' });
  },
  misread: () => {
    throw new TypeError('undefined is not a page');
  },
};

const table = Object.fromEntries(
  Object.entries(operations).map(([name, operation]) => {
    const run = async (args: unknown) => operation(args as never);
    return [name, { run, checks: {}, seals: false }];
  }),
);

async function ask({ channel, args }: ThreadCall): Promise<Outcome> {
  channel?.postMessage(args);
  const [value] = channel ? await once(channel, 'message') : [];
  return { ok: true, value };
}

export default (call: ThreadCall) =>
  buildThreadAnswer(
    call.task === 'ask' ? ask(call) : performTask(table, call, { signer: { kind: 'development' } }),
  );
