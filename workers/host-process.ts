/** Plain data and bytes. */

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { MessagePort } from 'node:worker_threads';
import { ToolkitError } from '@countersign/toolkit/errors';
import { type Outcome, unwrapOutcome } from '@countersign/toolkit/runner';
import type { ThreadCall } from './task-call.ts';
import { type RunOptions, type TaskRunner, type ThreadSetOptions, timedOut } from './thread-set.ts';

export type ToHost =
  | { readonly kind: 'start'; readonly options: ThreadSetOptions }
  | {
      readonly kind: 'run';
      readonly id: number;
      readonly call: Omit<ThreadCall, 'channel'>;
      /** Whether the task reaches network and keys, by messages of kind `channel`. */
      readonly hasChannel: boolean;
      readonly timeoutMs: number;
      readonly cpuMs: number | undefined;
    }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'channel'; readonly id: number; readonly message: unknown };

export type FromHost =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'ended';
      readonly id: number;
      readonly outcome: Outcome;
      /** Whether the process holds more than half of what it may have. */
      readonly isGrown: boolean;
    }
  | { readonly kind: 'channel'; readonly id: number; readonly message: unknown };

/** The variable marks host processes. */
export const HOST_MARK = 'COUNTERSIGN_POOL_HOST';

/** Then a process ends, unless it is kept. */
const IDLE_MS = 60_000;
/** A process that takes so much longer than a task's time limit is stuck. */
const GRACE_MS = 15_000;

export class HostCrashed extends Error {
  override readonly name = 'HostCrashed';
  /** No task raises SIGKILL, but a machine short of memory does. */
  readonly wasKilled: boolean;

  constructor(end: NodeJS.Signals | number | null) {
    super(`the process of the threads ended with ${end}`);
    this.wasKilled = end === 'SIGKILL';
  }
}

interface RunningTask {
  readonly channel: MessagePort | undefined;
  settle(outcome: Outcome): void;
  fail(error: unknown): void;
}

/** Starts the process on demand, and again after it ended. */
export class HostProcess implements TaskRunner {
  readonly #options: ThreadSetOptions;
  readonly #isKept: boolean;
  #host: Promise<Host> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;
  #processId: number | undefined;

  /** `isKept`: started at once, and kept while idle. */
  constructor(options: ThreadSetOptions, isKept: boolean) {
    this.#options = options;
    this.#isKept = isKept;
    if (isKept) this.#keep();
  }

  async run(call: ThreadCall, options: RunOptions): Promise<unknown> {
    clearTimeout(this.#idle);
    const host = await this.#open();
    // An ending process takes no more tasks, and only one may run at a time.
    if (host.isLost) {
      await host.end();
      return this.run(call, options);
    }
    try {
      return unwrapOutcome(await host.run(call, options));
    } finally {
      if (!host.isBusy) this.#rest(host);
    }
  }

  processIds(): readonly number[] {
    return this.#processId === undefined ? [] : [this.#processId];
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    await (await this.#host?.catch(() => undefined))?.end();
  }

  #open(): Promise<Host> {
    this.#host ??= this.#start();
    return this.#host;
  }

  #start(): Promise<Host> {
    const host = new Host(this.#options, () => {
      if (this.#processId === host.processId) this.#processId = undefined;
      this.#forget(starting);
    });
    this.#processId = host.processId;
    const starting = host.ready.then(() => host);
    return starting;
  }

  /** A kept one starts at once. */
  #forget(host: Promise<Host>): void {
    if (this.#host === host) this.#host = undefined;
    // If it was never ready, the next task reports why.
    const keep = (): void => {
      if (this.#isKept && !this.#isClosed) this.#keep();
    };
    host.then(keep, () => undefined);
  }

  #keep(): void {
    this.#open().catch(() => undefined);
  }

  #rest(host: Host): void {
    if (!host.isGrown || host.isLost) {
      this.#endWhenIdle();
      return;
    }
    // Native code may keep what it took, and the next task would be out of memory at once.
    this.#host = undefined;
    void host.end();
  }

  #endWhenIdle(): void {
    if (this.#isKept || this.#isClosed) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      const host = this.#host;
      this.#host = undefined;
      void host?.then((it) => it.end());
    }, IDLE_MS).unref();
  }
}

class Host {
  readonly #child: ChildProcess;
  readonly #running = new Map<number, RunningTask>();
  readonly #onEnd: () => void;
  readonly ready: Promise<void>;
  /** Rejects with the error of a process that could not be started. */
  readonly #ended: Promise<unknown>;
  #lastId = 0;
  #isGrown = false;

  constructor(options: ThreadSetOptions, onEnd: () => void) {
    this.#onEnd = onEnd;
    this.#child = fork(hostFile(), {
      serialization: 'advanced',
      env: { ...process.env, [HOST_MARK]: '1' },
      // A debugger's port is for one process, and PDF work makes more new objects than requests do.
      execArgv: process.execArgv.filter((option) => !/^--(?:inspect|max-semi-space-size)/.test(option)),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#send({ kind: 'start', options });
    this.#ended = new Promise((resolve) => {
      this.#child.once('exit', () => resolve(undefined)).once('error', resolve);
    });
    this.ready = new Promise((resolve, reject) => {
      this.#child.on('message', (message: FromHost) => {
        if (message.kind === 'ready') resolve();
        else this.#receive(message);
      });
      void this.#ended.then((cause) => reject(notStarted(cause)));
    });
    // Its tasks could not answer any more.
    this.#child.once('disconnect', () => this.#child.kill('SIGKILL'));
    void this.#ended.then(() => this.#crash());
  }

  get processId(): number | undefined {
    return this.#child.pid;
  }

  get isLost(): boolean {
    return !this.#child.connected;
  }

  get isBusy(): boolean {
    return this.#running.size > 0;
  }

  get isGrown(): boolean {
    return this.#isGrown;
  }

  run(call: ThreadCall, { timeoutMs, cpuMs, signal }: RunOptions): Promise<Outcome> {
    const id = ++this.#lastId;
    const { channel, ...rest } = call;
    const cancel = (): void => this.#send({ kind: 'cancel', id });
    const relay = (message: unknown): void => this.#send({ kind: 'channel', id, message });
    const stuck = setTimeout(() => this.#giveUp(id, timeoutMs), timeoutMs + GRACE_MS);
    const ended = new Promise<Outcome>((settle, fail) => {
      this.#running.set(id, { channel, settle, fail });
    });
    this.#keepAlive();
    channel?.on('message', relay);
    this.#send({ kind: 'run', id, call: rest, hasChannel: channel !== undefined, timeoutMs, cpuMs });
    signal?.addEventListener('abort', cancel);
    if (signal?.aborted) cancel();
    return ended.finally(() => {
      clearTimeout(stuck);
      signal?.removeEventListener('abort', cancel);
      channel?.off('message', relay);
      this.#running.delete(id);
      this.#keepAlive();
    });
  }

  async end(): Promise<void> {
    this.#child.kill('SIGKILL');
    this.#child.ref();
    await this.#ended;
  }

  /** The limit within the process did not end the task. */
  #giveUp(id: number, timeoutMs: number): void {
    this.#running.get(id)?.fail(timedOut(timeoutMs));
    this.#child.kill('SIGKILL');
  }

  #receive(message: FromHost): void {
    if (message.kind === 'ended') {
      this.#isGrown = message.isGrown;
      this.#running.get(message.id)?.settle(message.outcome);
    } else if (message.kind === 'channel')
      this.#running.get(message.id)?.channel?.postMessage(message.message);
  }

  #crash(): void {
    const { signalCode, exitCode } = this.#child;
    this.#onEnd();
    for (const { fail } of this.#running.values()) fail(new HostCrashed(signalCode ?? exitCode));
  }

  /** An idle process does not keep this one alive. */
  #keepAlive(): void {
    const method = this.isBusy ? 'ref' : 'unref';
    this.#child[method]();
    this.#child.channel?.[method]();
  }

  #send(message: ToHost): void {
    // If the process is gone, `exit` follows.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }
}

function notStarted(cause: unknown): ToolkitError {
  const message = 'the host process of the threads failed to start';
  return new ToolkitError('pdf_worker_crashed', message, {}, { cause });
}

/** Finds the file by name: once built, this module is bundled into another file. */
function hostFile(): string {
  return fileURLToPath(import.meta.resolve('@countersign/workers/host-entry'));
}
