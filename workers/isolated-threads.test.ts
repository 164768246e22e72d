import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { ToolkitError } from '@countersign/toolkit/errors';
import { afterAll, describe, expect, it } from 'vitest';
import { type Isolation, TaskPool, type TaskPoolLimits } from './pool.ts';
import { createToolkitPool } from './toolkit-pool.ts';

const workerFile = new URL('./testing/faulty-worker.ts', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'toolkit-isolation-'));
const pools: TaskPool[] = [];

function poolWith(limits: TaskPoolLimits & { readonly isolation?: Isolation } = {}): TaskPool {
  const pool = new TaskPool({ workerFile, threads: 1, timeoutMs: 30_000, isolation: 'kept', ...limits });
  pools.push(pool);
  return pool;
}

const call = (task: string, args: unknown = null) => ({ task, args });
const echo = (value: string) => call('echo', value);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  rmSync(folder, { recursive: true });
});

describe('threads in a process of their own', () => {
  const pool = poolWith({ threads: 2 });

  it('run tasks there, and give results, bytes and faults back', async () => {
    expect(await pool.run(call('processId'))).not.toBe(process.pid);
    expect(await pool.run(call('bytesOf', { bytes: new Uint8Array(1_000_000) }))).toBe(1_000_000);
    expect(await pool.run(call('echo', new Uint8Array([1, 2, 3])))).toEqual(new Uint8Array([1, 2, 3]));
    const refused = await pool.run(call('refuse')).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ToolkitError);
    expect(refused).toMatchObject({ code: 'damaged', params: { object: 7 }, origin: 'PdfError' });
    const bug = await pool.run(call('misread')).catch((error: unknown) => error);
    expect(bug).not.toBeInstanceOf(ToolkitError);
    expect(bug).toMatchObject({ name: 'TypeError', message: 'undefined is not a page' });
    expect((bug as Error).stack).toContain('faulty-worker.ts');
  });

  it('reach network and keys by the port of the task', async () => {
    const { port1: here, port2: channel } = new MessageChannel();
    here.on('message', (question: number) => here.postMessage(question + 1));
    const answer = await pool.run({ ...call('ask', 41), channel }, { transfer: [channel] });
    here.close();
    expect(answer).toBe(42);
  });

  it('end a task at its limits of time and memory', async () => {
    const small = poolWith({ memoryLimitMb: 64, timeoutMs: 5_000 });
    await expect(small.run(call('allocate'))).rejects.toMatchObject({ code: 'pdf_out_of_memory' });
    await expect(small.run(call('hang'), { timeoutMs: 300 })).rejects.toMatchObject({
      code: 'pdf_timeout',
      params: { timeoutMs: 300 },
    });
    await expect(small.run(echo('alive'))).resolves.toBe('alive');
  });

  // Pictures of pages hold their images outside of the heap, which no limit of a thread counts.
  it('end a task whose process takes more memory than it may, and the process, which may keep it', async () => {
    const small = poolWith({ processMemoryMb: 300 });
    const before = await small.run(call('processId'));
    const work = small.run(call('holdBytes', { megabytes: 400, forMs: 60_000 }));
    await expect(work).rejects.toMatchObject({ code: 'pdf_out_of_memory', params: { memoryLimitMb: 300 } });
    await expect(small.run(echo('alive'))).resolves.toBe('alive');
    expect(await small.run(call('processId'))).not.toBe(before);
  });

  it('are replaced with their process after a task that left it with more than half of that', async () => {
    const small = poolWith({ processMemoryMb: 600 });
    const before = await small.run(call('processId'));
    await expect(small.run(call('holdBytes', { megabytes: 400, forMs: 0 }))).resolves.toBeGreaterThan(0);
    expect(await small.run(call('processId'))).not.toBe(before);
  });

  it('end a task that takes more processor time than it may, and no task that only waits', async () => {
    const waiting = pool.run(call('sleep', { ms: 500 }), { cpuMs: 300 });
    await expect(pool.run(call('hang'), { cpuMs: 300 })).rejects.toMatchObject({
      code: 'pdf_timeout',
      params: { timeoutMs: 300 },
    });
    await expect(waiting).resolves.toBe(500);
  });

  it.each(['none', 'kept'] as const)('limit the processor time of each operation (%s)', async (isolation) => {
    const cpuMs = { readPages: 100, rehearse: 20_000 };
    await using toolkit = createToolkitPool({ workerFile, isolation, threads: 2, cpuMs });
    const readPages = (limit?: number) =>
      toolkit.readPages({ input: 'a.pdf' }, limit ? { cpuMs: limit } : {});
    const refused = (timeoutMs: number) => ({ code: 'pdf_timeout', params: { timeoutMs } });
    await expect(readPages()).rejects.toMatchObject(refused(100));
    await expect(readPages(9_000)).rejects.toMatchObject(refused(100));
    await expect(readPages(60)).rejects.toMatchObject(refused(60));
    await expect(toolkit.rehearse({ input: 'a.pdf' })).resolves.toBe(400);
  });

  it('stop a task that is cancelled', async () => {
    const stop = new AbortController();
    const stuck = pool.run(call('hang'), { signal: stop.signal });
    await pool.run(echo('the other thread'));
    stop.abort();
    await expect(stuck).rejects.toMatchObject({ code: 'pdf_cancelled' });
  });
});

describe('a task that ends its process', () => {
  it('twice is refused as not processable, and the next finds a fresh process', async () => {
    const pool = poolWith();
    const before = await pool.run(call('processId'));
    await expect(pool.run(call('segfault'))).rejects.toMatchObject({ code: 'file_not_processable' });
    const after = await pool.run(call('processId'));
    expect(after).not.toBe(before);
    expect(isAlive(Number(before))).toBe(false);
  });

  // A document that everybody had signed would have failed for good because the machine was short of memory.
  it('is not blamed if the process was killed, so that it is tried again later', async () => {
    const pool = poolWith();
    await expect(pool.run(call('beKilled'))).rejects.toMatchObject({ code: 'pdf_worker_crashed' });
    await expect(pool.run(echo('alive'))).resolves.toBe('alive');
  });

  it('once is run again, alone, and succeeds', async () => {
    const path = join(folder, 'once');
    await expect(poolWith().run(call('segfaultOnce', { path }))).resolves.toBe(2);
    expect(readFileSync(path, 'utf8')).toBe('..');
  });

  it('fails no other task: those that ran beside it are run again, those that wait wait on', async () => {
    const pool = poolWith({ threads: 3 });
    await pool.run(echo('warm'));
    const beside = [1, 2].map((turn) => pool.run(call('sleep', { ms: 1_000 + turn })));
    const crash = pool.run(call('segfault'));
    const waiting = ['a', 'b', 'c', 'd'].map((word) => pool.run(echo(word)));
    await expect(crash).rejects.toMatchObject({ code: 'file_not_processable' });
    await expect(Promise.all(waiting)).resolves.toEqual(['a', 'b', 'c', 'd']);
    await expect(Promise.all(beside)).resolves.toEqual([1_001, 1_002]);
  });

  it('or its channel fails, without waiting for a process that cannot answer', async () => {
    const pool = poolWith({ threads: 2 });
    const lost = pool.run(call('loseChannel'));
    const others = Array.from({ length: 40 }, (_, turn) => pool.run(echo(`task ${turn}`)));
    await expect(lost).rejects.toMatchObject({ code: 'pdf_worker_crashed' });
    await expect(Promise.all(others)).resolves.toHaveLength(40);
    await expect(pool.run(echo('alive'))).resolves.toBe('alive');
  });

  it('gets its result although many end at once', async () => {
    const pool = poolWith({ threads: 2 });
    const crashes = await Promise.allSettled([1, 2, 3, 4].map(() => pool.run(call('segfault'))));
    const codes = crashes.map((one) => one.status === 'rejected' && one.reason.code);
    expect(codes).toEqual(Array(4).fill('file_not_processable'));
    await expect(pool.run(echo('alive'))).resolves.toBe('alive');
  });
});

describe('the process of the threads', () => {
  it('is started for the first task unless it is kept, and ends with the pool', async () => {
    const pool = poolWith({ isolation: 'idle' });
    const pid = Number(await pool.run(call('processId')));
    expect(isAlive(pid)).toBe(true);
    await pool.close();
    expect(isAlive(pid)).toBe(false);
    await expect(pool.run(echo('late'))).rejects.toMatchObject({ code: 'pdf_cancelled' });
  });

  it('continues after a signal to the group: the parent lets tasks finish', async () => {
    const pool = poolWith();
    const pid = Number(await pool.run(call('processId')));
    const running = pool.run(call('sleep', { ms: 200 }));
    process.kill(pid, 'SIGTERM');
    process.kill(pid, 'SIGINT');
    await expect(running).resolves.toBe(200);
    expect(await pool.run(call('processId'))).toBe(pid);
  });

  it('reports threads that cannot start, without blaming the file', async () => {
    process.env.FAULTY_WORKER_FAILS = 'at its start';
    try {
      const pool = poolWith({ timeoutMs: 3_000 });
      const code = expect.stringMatching(/^pdf_(timeout|worker_crashed)$/);
      await expect(pool.run(echo('x'))).rejects.toMatchObject({ code });
    } finally {
      delete process.env.FAULTY_WORKER_FAILS;
    }
  });
});
