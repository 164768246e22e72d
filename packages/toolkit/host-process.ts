import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { MessagePort } from 'node:worker_threads';
import { ToolkitError } from './errors.ts';
import { type FromHost, HOST_MARK, type ToHost } from './host-messages.ts';
import { type Outcome, unwrapOutcome } from './outcome.ts';
import type { TaskCall } from './task-call.ts';
import { type RunOptions, type TaskRunner, type ThreadSetOptions, timedOut } from './thread-set.ts';

/** ms after which a process without a task ends, where none is kept. */
const IDLE_MS = 60_000;
/** ms beyond a task's time limit after which a process counts as stuck: the thread is ended there, at the limit. */
const GRACE_MS = 15_000;

/** The process ended in the middle of the task. */
export class HostCrashed extends Error {
  override readonly name = 'HostCrashed';
  /** From outside: nothing that a task does raises SIGKILL, but a machine short of memory does. */
  readonly wasKilled: boolean;

  constructor(end: NodeJS.Signals | number | null) {
    super(`the process of the threads ended with ${end}`);
    this.wasKilled = end === 'SIGKILL';
  }
}

interface RunningTask {
  readonly outside: MessagePort | undefined;
  settle(outcome: Outcome): void;
  fail(error: unknown): void;
}

/** A process with threads, started when it is needed and again after it ended. */
export class HostProcess implements TaskRunner {
  readonly #options: ThreadSetOptions;
  readonly #isKept: boolean;
  #host: Promise<Host> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `isKept`: started at once, and kept while there is nothing to do. */
  constructor(options: ThreadSetOptions, isKept: boolean) {
    this.#options = options;
    this.#isKept = isKept;
    if (isKept) this.#keep();
  }

  /** Rejects with {@link HostCrashed} when the process ended in the middle of the task. */
  async run(call: TaskCall, options: RunOptions): Promise<unknown> {
    clearTimeout(this.#idle);
    const host = await this.#open();
    // One that is ending takes no more tasks. Only its end makes way for another, so that must be awaited.
    if (host.isLost) {
      await host.end();
      return this.run(call, options);
    }
    try {
      return unwrapOutcome(await host.run(call, options));
    } finally {
      if (!host.isBusy) this.#endWhenIdle();
    }
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
    const host = new Host(this.#options, () => this.#forget(starting));
    const starting = host.ready.then(() => host);
    return starting;
  }

  /** The next task gets a fresh process; a kept one is there before it. */
  #forget(host: Promise<Host>): void {
    if (this.#host === host) this.#host = undefined;
    // One that never was ready would not be the next time either: a task shall find out.
    const keep = (): void => {
      if (this.#isKept && !this.#isClosed) this.#keep();
    };
    host.then(keep, () => undefined);
  }

  #keep(): void {
    this.#open().catch(() => undefined);
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

/** One process, from its start to its end. */
class Host {
  readonly #child: ChildProcess;
  readonly #running = new Map<number, RunningTask>();
  readonly #onEnd: () => void;
  readonly ready: Promise<void>;
  /** Resolves with the error of a process that could not be started. */
  readonly #ended: Promise<unknown>;
  #lastId = 0;

  constructor(options: ThreadSetOptions, onEnd: () => void) {
    this.#onEnd = onEnd;
    this.#child = fork(hostFile(), {
      serialization: 'advanced',
      env: { ...process.env, [HOST_MARK]: '1' },
      // What is a debugger's address or port for one process is taken for another.
      execArgv: process.execArgv.filter((option) => !option.startsWith('--inspect')),
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

  /** Whether nothing can be sent to the process any more, be it already gone or not. */
  get isLost(): boolean {
    return !this.#child.connected;
  }

  get isBusy(): boolean {
    return this.#running.size > 0;
  }

  run(call: TaskCall, { timeoutMs, cpuMs, signal }: RunOptions): Promise<Outcome> {
    const id = ++this.#lastId;
    const { outside, ...rest } = call;
    const cancel = (): void => this.#send({ kind: 'cancel', id });
    const relay = (message: unknown): void => this.#send({ kind: 'outside', id, message });
    const stuck = setTimeout(() => this.#giveUp(id, timeoutMs), timeoutMs + GRACE_MS);
    const ended = new Promise<Outcome>((settle, fail) => {
      this.#running.set(id, { outside, settle, fail });
    });
    this.#keepAlive();
    outside?.on('message', relay);
    this.#send({ kind: 'run', id, call: rest, hasOutside: outside !== undefined, timeoutMs, cpuMs });
    signal?.addEventListener('abort', cancel);
    if (signal?.aborted) cancel();
    return ended.finally(() => {
      clearTimeout(stuck);
      signal?.removeEventListener('abort', cancel);
      outside?.off('message', relay);
      this.#running.delete(id);
      this.#keepAlive();
    });
  }

  /** Ends the process, and with it every task that runs there. */
  async end(): Promise<void> {
    this.#child.kill('SIGKILL');
    this.#child.ref();
    await this.#ended;
  }

  /** Not even the limit within the process ended the task. */
  #giveUp(id: number, timeoutMs: number): void {
    this.#running.get(id)?.fail(timedOut(timeoutMs));
    this.#child.kill('SIGKILL');
  }

  #receive(message: FromHost): void {
    if (message.kind === 'ended') this.#running.get(message.id)?.settle(message.outcome);
    else if (message.kind === 'outside') this.#running.get(message.id)?.outside?.postMessage(message.message);
  }

  #crash(): void {
    const { signalCode, exitCode } = this.#child;
    this.#onEnd();
    for (const { fail } of this.#running.values()) fail(new HostCrashed(signalCode ?? exitCode));
  }

  /** A process without a task does not keep this one from ending, which ends it in turn. */
  #keepAlive(): void {
    const method = this.isBusy ? 'ref' : 'unref';
    this.#child[method]();
    this.#child.channel?.[method]();
  }

  #send(message: ToHost): void {
    // Fails where the process is gone: `exit` follows.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }
}

function notStarted(cause: unknown): ToolkitError {
  const message = 'the process of the threads does not start';
  return new ToolkitError('pdf_worker_crashed', message, {}, { cause });
}

/** By name and not by place: once the package is built, this module is a part of another file. */
function hostFile(): string {
  return fileURLToPath(import.meta.resolve('@countersign/toolkit/pool-host'));
}
