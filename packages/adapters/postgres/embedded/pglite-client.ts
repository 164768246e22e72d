import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { DatabaseUnavailable } from '@countersign/signing/ports';
import { AdapterError } from '../../errors.ts';
import { asDatabaseError } from '../database-outage.ts';
import type { ThreadReply, ThreadRequest, ThreadResult } from './thread-messages.ts';

/**
 * The optimizing compiler takes up to 700 MB for the database, and statements hardly become faster (measured
 * with Node 24.21). V8 has such flags for a process only; the other WebAssembly here, the HTTP parser of
 * fetch, is small.
 */
const WITHOUT_OPTIMIZING = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

interface Waiting {
  resolve(result: ThreadResult): void;
  reject(error: unknown): void;
}

/** One connection: statements run in order. */
export class PgliteClient {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #stopped: Error | null = null;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (reply: ThreadReply) => this.#settle(reply));
    worker.on('error', (error) => this.#stop(error));
    worker.on('exit', () => this.#stop(null));
  }

  /** About 4 s on first use. */
  static async open(dataDir: string): Promise<PgliteClient> {
    for (const flag of WITHOUT_OPTIMIZING) setFlagsFromString(flag);
    const worker = new Worker(new URL('./pglite-thread.ts', import.meta.url), {
      workerData: { dataDir },
      // Those of the host are not for this thread.
      execArgv: [],
    });
    await waitForReady(worker);
    return new PgliteClient(worker);
  }

  /** Errors have PostgreSQL's SQLSTATE as `code`. */
  query(text: string, values: readonly unknown[] = []): Promise<ThreadResult> {
    return this.#send('query', text, values);
  }

  /** Without parameters; resolves with all rows. */
  script(text: string): Promise<ThreadResult> {
    return this.#send('script', text, []);
  }

  async close(): Promise<void> {
    if (this.#stopped !== null) return;
    const exited = new Promise<void>((resolve) => this.#worker.once('exit', () => resolve()));
    await this.#send('close', '', []);
    await exited;
  }

  #send(kind: ThreadRequest['kind'], text: string, values: readonly unknown[]): Promise<ThreadResult> {
    if (this.#stopped !== null) return Promise.reject(this.#stopped);
    this.#lastId += 1;
    const request: ThreadRequest = { id: this.#lastId, kind, text, values };
    const { promise, resolve, reject } = Promise.withResolvers<ThreadResult>();
    this.#waiting.set(request.id, { resolve, reject });
    this.#worker.postMessage(request);
    return promise;
  }

  #settle(reply: ThreadReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ('result' in reply) waiting?.resolve(reply.result);
    else waiting?.reject(asDatabaseError(Object.assign(new Error(reply.fault.message), reply.fault)));
  }

  #stop(cause: Error | null): void {
    this.#stopped ??= new DatabaseUnavailable(
      new AdapterError('database_stopped', {}, cause === null ? {} : { cause }),
    );
    for (const waiting of this.#waiting.values()) waiting.reject(this.#stopped);
    this.#waiting.clear();
  }
}

function waitForReady(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => reject(new AdapterError('database_stopped')));
    worker.once('message', () => resolve());
  });
}
