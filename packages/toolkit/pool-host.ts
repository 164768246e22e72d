/**
 * Entry point of the process that hosts the threads of a pool. What ends this process (a fault in native code, memory)
 * does not end the one that asked.
 */
import { writeFile } from 'node:fs/promises';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { type FromHost, HOST_MARK, type ToHost } from './host-messages.ts';
import { outcomeOf } from './outcome.ts';
import { ThreadSet } from './thread-set.ts';

interface RunningTask {
  readonly stop: AbortController;
  readonly outside: MessagePort | undefined;
}

const running = new Map<number, RunningTask>();
let threads: ThreadSet | undefined;

/** Hosts threads for the process that started this one. */
export function hostThreads(): void {
  // A terminal and a supervisor signal the whole group: the parent lets its tasks finish and ends this process itself.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  // At once: a thread in native code would hold up an orderly exit.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.on('message', (message: ToHost) => receive(message));
  // Where memory is short, Linux shall end this process and not the one that answers requests. Not to be had everywhere.
  if (process.platform === 'linux') writeFile('/proc/self/oom_score_adj', '500').catch(() => undefined);
}

function receive(message: ToHost): void {
  if (message.kind === 'start') {
    threads = new ThreadSet(message.options);
    send({ kind: 'ready' });
  } else if (message.kind === 'run') void run(message);
  else if (message.kind === 'cancel') running.get(message.id)?.stop.abort();
  else running.get(message.id)?.outside?.postMessage(message.message);
}

async function run({ id, call, hasOutside, timeoutMs, cpuMs }: ToHost & { kind: 'run' }): Promise<void> {
  const stop = new AbortController();
  const line = hasOutside ? openLine(id) : undefined;
  running.set(id, { stop, outside: line?.here });
  const complete = { ...call, ...(line && { outside: line.there }) };
  const transfer = line ? [line.there] : [];
  const limits = { timeoutMs, ...(cpuMs !== undefined && { cpuMs }) };
  const outcome = await outcomeOf(() => threads?.run(complete, { ...limits, signal: stop.signal, transfer }));
  line?.here.close();
  running.delete(id);
  send({ kind: 'ended', id, outcome });
}

/** A thread's way out leads to the parent, which has network and keys. */
function openLine(id: number): { readonly here: MessagePort; readonly there: MessagePort } {
  const { port1: here, port2: there } = new MessageChannel();
  here.on('message', (message: unknown) => send({ kind: 'outside', id, message }));
  return { here, there };
}

function send(message: FromHost): void {
  // Fails where the parent is gone: `disconnect` follows.
  process.send?.(message, undefined, undefined, () => undefined);
}

// Whoever imports this module without having been started for it gets the function alone.
if (process.env[HOST_MARK] !== undefined) hostThreads();
