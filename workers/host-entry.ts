/** Entry point of the process that hosts the threads. */

import { writeFile } from 'node:fs/promises';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { outcomeOf } from '@countersign/toolkit/runner';
import { type FromHost, HOST_MARK, type ToHost } from './host-process.ts';
import { ThreadSet } from './thread-set.ts';

interface RunningTask {
  readonly stop: AbortController;
  readonly channel: MessagePort | undefined;
}

const running = new Map<number, RunningTask>();
let threads: ThreadSet | undefined;

export function hostThreads(): void {
  // Terminals and supervisors signal the whole group: the parent lets its tasks finish and then ends this
  // process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  // SIGKILL: a thread in native code would delay an orderly exit.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.on('message', (message: ToHost) => receive(message));
  // If memory is short, Linux should end this process and not the API. Not always permitted.
  if (process.platform === 'linux') writeFile('/proc/self/oom_score_adj', '500').catch(() => undefined);
}

function receive(message: ToHost): void {
  if (message.kind === 'start') {
    threads = new ThreadSet(message.options);
    send({ kind: 'ready' });
  } else if (message.kind === 'run') void run(message);
  else if (message.kind === 'cancel') running.get(message.id)?.stop.abort();
  else running.get(message.id)?.channel?.postMessage(message.message);
}

async function run({ id, call, hasChannel, timeoutMs, cpuMs }: ToHost & { kind: 'run' }): Promise<void> {
  const stop = new AbortController();
  const ports = hasChannel ? openChannel(id) : undefined;
  running.set(id, { stop, channel: ports?.here });
  const complete = { ...call, channel: ports?.there };
  const transfer = ports ? [ports.there] : [];
  const outcome = await outcomeOf(() =>
    threads?.run(complete, { timeoutMs, cpuMs, signal: stop.signal, transfer }),
  );
  ports?.here.close();
  running.delete(id);
  send({ kind: 'ended', id, outcome, isGrown: threads?.hasGrown ?? false });
}

/** Opens a channel to the parent, which has network and keys. */
function openChannel(id: number): { readonly here: MessagePort; readonly there: MessagePort } {
  const { port1: here, port2: there } = new MessageChannel();
  here.on('message', (message: unknown) => send({ kind: 'channel', id, message }));
  return { here, there };
}

function send(message: FromHost): void {
  // If the parent is gone, `disconnect` follows.
  process.send?.(message, undefined, undefined, () => undefined);
}

// An import without this variable gets the function only.
if (process.env[HOST_MARK] !== undefined) hostThreads();
