/** A worker for tests of the pool: its tasks hang, crash, eat memory, grow and throw. */
import { once } from 'node:events';
import { appendFileSync, closeSync, existsSync, readFileSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
import { threadId } from 'node:worker_threads';
import { PDFName } from 'pdf-lib';
import { ToolkitError } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import { performTask, type TaskCall } from '../tasks.ts';
import { answerWith } from '../thread-answer.ts';

if (process.env.FAULTY_WORKER_FAILS !== undefined) throw new Error('failed at its start');

/** Names that were met so far. */
let named = 0;

/** The signal of an invalid access ends the process with all of its threads. */
function endProcess(signal: NodeJS.Signals = 'SIGSEGV'): Promise<never> {
  process.kill(process.pid, signal);
  return new Promise(() => undefined);
}

/** Of the channel to the process that started this one: the first after the standard streams. */
const CHANNEL_DESCRIPTOR = 3;

const table = {
  echo: (args: unknown) => args,
  bytesOf: (args: { bytes: Uint8Array }) => args.bytes.length,
  sleep: (args: { ms: number }) => new Promise((resolve) => setTimeout(() => resolve(args.ms), args.ms)),
  hang: () => {
    for (;;) Math.random();
  },
  exit: (args: { code: number }) => process.exit(args.code),
  /** What a fault in native code does. */
  segfault: () => endProcess(),
  /** What a machine without memory does. */
  beKilled: () => endProcess('SIGKILL'),
  /** Only the first task with the path does it; `calls` are counted in the file. */
  segfaultOnce: (args: { path: string }) => {
    const calls = existsSync(args.path) ? readFileSync(args.path, 'utf8').length : 0;
    appendFileSync(args.path, '.');
    return calls === 0 ? endProcess() : calls + 1;
  },
  /** The process goes on and can neither be told anything nor answer. */
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
  /** What a file does that has so many names of its own: pdf-lib keeps them as long as the thread lives. */
  meetNames: (args: { count: number }) => {
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

/** Asks by the task's port, as tasks that seal do. */
async function ask({ outside, args }: TaskCall): Promise<Outcome> {
  outside?.postMessage(args);
  const [value] = outside ? await once(outside, 'message') : [];
  return { ok: true, value };
}

export default (call: TaskCall) =>
  answerWith(call.task === 'ask' ? ask(call) : performTask(table, call, { signer: { kind: 'development' } }));
