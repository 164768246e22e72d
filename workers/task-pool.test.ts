import { ToolkitError } from '@countersign/toolkit/errors';
import { afterAll, describe, expect, it } from 'vitest';
import { TaskPool, type TaskPoolLimits } from './pool.ts';
import { transferableBuffers } from './task-call.ts';

const workerFile = new URL('./testing/faulty-worker.ts', import.meta.url);
const pools: TaskPool[] = [];

function poolWith(limits: TaskPoolLimits = {}): TaskPool {
  const pool = new TaskPool({ workerFile, threads: 1, timeoutMs: 10_000, ...limits });
  pools.push(pool);
  return pool;
}

const echo = (value: string) => ({ task: 'echo', args: value });
const call = (task: string, args: unknown = null) => ({ task, args });

afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
});

describe('faults of a task', () => {
  const pool = poolWith();

  it('keep class, code, params and message', async () => {
    const error = await pool.run(call('refuse')).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ToolkitError);
    expect(error).toMatchObject({
      code: 'damaged',
      params: { object: 7 },
      origin: 'PdfError',
      message: 'no page tree',
    });
  });

  it('that were not expected are reported as bugs', async () => {
    const error = await pool.run(call('misread')).catch((reason: unknown) => reason);
    expect(error).not.toBeInstanceOf(ToolkitError);
    expect(error).toMatchObject({ name: 'TypeError', message: 'undefined is not a page' });
    expect((error as Error).stack).toContain('faulty-worker.ts');
  });

  it('report an unknown task', async () => {
    await expect(pool.run(call('toString'))).rejects.toThrow('unknown task: toString');
  });
});

describe('a thread that fails', () => {
  it('is ended at the time limit and replaced', async () => {
    const pool = poolWith({ timeoutMs: 1_500 });
    const stuck = pool.run(call('hang'));
    const next = pool.run(echo('next'));
    await expect(stuck).rejects.toMatchObject({ code: 'pdf_timeout', params: { timeoutMs: 1_500 } });
    await expect(next).resolves.toBe('next');
  });

  it.each([0, 1])('is replaced after process.exit(%i)', async (code) => {
    const pool = poolWith();
    await expect(pool.run(call('exit', { code }))).rejects.toMatchObject({ code: 'pdf_worker_crashed' });
    await expect(pool.run(echo('alive'))).resolves.toBe('alive');
  });

  it('is replaced after an error outside of the task', async () => {
    const pool = poolWith();
    await expect(pool.run(call('throwLater'))).rejects.toMatchObject({ code: 'pdf_worker_crashed' });
    await expect(pool.run(echo('alive'))).resolves.toBe('alive');
  });

  it('is replaced when it needs more memory than it may have', async () => {
    const pool = poolWith({ memoryLimitMb: 64 });
    await expect(pool.run(call('allocate'))).rejects.toMatchObject({
      code: 'pdf_out_of_memory',
      params: { memoryLimitMb: 64 },
    });
    await expect(pool.run(echo('alive'))).resolves.toBe('alive');
  });

  it('does not disturb a task on another thread', async () => {
    const pool = poolWith({ threads: 2 });
    const quiet = pool.run(call('sleep', { ms: 500 }));
    await expect(pool.run(call('exit', { code: 1 }))).rejects.toMatchObject({ code: 'pdf_worker_crashed' });
    await expect(quiet).resolves.toBe(500);
  });
});

function listThreads(): number[] {
  const report = process.report.getReport() as unknown as { workers: { header: { threadId: number } }[] };
  return report.workers.map(({ header }) => header.threadId);
}

interface Thread {
  readonly id: number;
  readonly heapMb: number;
}

describe('a thread that has grown', () => {
  const NAMES = 20_000;
  const MAX_TURNS = 2_000;

  /** Runs tasks until another thread answers. Returns the ids of all threads that answered. */
  async function floodUntilReplaced(pool: TaskPool): Promise<number[]> {
    const ids: number[] = [];
    while (ids.length < MAX_TURNS && ids.at(-1) === ids[0]) {
      ids.push((await pool.run(call('meetNames', { count: NAMES }))) as number);
    }
    return ids;
  }

  it('by names that pdf-lib never forgets is replaced, and its memory returns', async () => {
    const pool = poolWith({ memoryLimitMb: 64, timeoutMs: 60_000 });
    const before = (await pool.run(call('thread'))) as Thread;
    const ids = await floodUntilReplaced(pool);
    const after = (await pool.run(call('thread'))) as Thread;
    expect(new Set(ids)).toEqual(new Set([before.id, after.id]));
    expect(ids.length).toBeLessThan(MAX_TURNS);
    expect(after.heapMb).toBeLessThan(32);
    await expect.poll(listThreads, { timeout: 60_000 }).not.toContain(before.id);
    expect(listThreads()).toContain(after.id);
  }, 120_000);

  it('loses no task, however many wait and run', async () => {
    const pool = poolWith({ threads: 2, memoryLimitMb: 64, maxQueue: 1_000, timeoutMs: 60_000 });
    const ids = new Set<unknown>();
    for (let turn = 0; turn < 40 && ids.size < 4; turn += 1) {
      const floods = Array.from({ length: 10 }, () => pool.run(call('meetNames', { count: NAMES })));
      const words = Array.from({ length: 10 }, (_, index) => `${turn}/${index}`);
      const echoes = words.map((word) => pool.run(echo(word)));
      await expect(Promise.all(echoes)).resolves.toEqual(words);
      for (const id of await Promise.all(floods)) ids.add(id);
    }
    expect(ids.size).toBeGreaterThanOrEqual(4);
  }, 120_000);

  it('goes on working when its successor cannot start', async () => {
    const pool = poolWith({ memoryLimitMb: 96, timeoutMs: 60_000 });
    const { id } = (await pool.run(call('thread'))) as Thread;
    process.env.FAULTY_WORKER_FAILS = 'at its start';
    try {
      let heapMb = 0;
      while (heapMb < 75) {
        await expect(pool.run(call('meetNames', { count: NAMES }))).resolves.toBe(id);
        ({ heapMb } = (await pool.run(call('thread'))) as Thread);
      }
    } finally {
      delete process.env.FAULTY_WORKER_FAILS;
    }
    const ids = await floodUntilReplaced(pool);
    expect([ids[0], ids.at(-1) !== id]).toEqual([id, true]);
  }, 120_000);

  it('is ended with its successor when the pool is closed', async () => {
    // Pools of other tests might start successors meanwhile.
    await Promise.all(pools.splice(0).map((other) => other.close()));
    const before = listThreads();
    const pool = poolWith({ memoryLimitMb: 96, timeoutMs: 60_000 });
    const grow = () => pool.run(call('meetNames', { count: NAMES }));
    for (let heapMb = 0; heapMb < 48; ) {
      await grow();
      ({ heapMb } = (await pool.run(call('thread'))) as Thread);
    }
    const last = grow();
    await pool.close();
    await expect(last).resolves.toBeTypeOf('number');
    // A successor that was still starting was once ended twice, and piscina then started another at its exit.
    expect(listThreads().filter((id) => !before.includes(id))).toEqual([]);
  }, 120_000);
});

describe('the line before the threads', () => {
  it('turns callers away when it is full', async () => {
    const pool = poolWith({ maxQueue: 2 });
    const taken = [1, 2, 3].map(() => pool.run(call('sleep', { ms: 50 })));
    await expect(pool.run(echo('fourth'))).rejects.toMatchObject({
      code: 'pdf_queue_full',
      params: { limit: 2 },
    });
    await expect(Promise.all(taken)).resolves.toEqual([50, 50, 50]);
    await expect(pool.run(echo('later'))).resolves.toBe('later');
  });

  it('does not count waiting as running', async () => {
    const pool = poolWith({ timeoutMs: 4_000 });
    await pool.run(echo('warm'));
    const runs = [1, 2, 3].map(() => pool.run(call('sleep', { ms: 1_500 })));
    await expect(Promise.all(runs)).resolves.toHaveLength(3);
  });
});

describe('cancelling', () => {
  it('ends a task that runs and frees its thread', async () => {
    const pool = poolWith();
    await pool.run(echo('warm'));
    const stop = new AbortController();
    const stuck = pool.run(call('hang'), { signal: stop.signal });
    setTimeout(() => stop.abort(), 50);
    await expect(stuck).rejects.toMatchObject({ code: 'pdf_cancelled' });
    await expect(pool.run(echo('alive'))).resolves.toBe('alive');
  });

  it('takes a task out of the line', async () => {
    const pool = poolWith();
    const first = pool.run(call('sleep', { ms: 100 }));
    const stop = new AbortController();
    const second = pool.run(echo('second'), { signal: stop.signal });
    expect(pool.load.waiting).toBe(1);
    stop.abort();
    await expect(second).rejects.toMatchObject({ code: 'pdf_cancelled' });
    expect(pool.load.waiting).toBe(0);
    await expect(first).resolves.toBe(100);
  });

  it('refuses a call whose signal has fired already', async () => {
    await expect(poolWith().run(echo('x'), { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'pdf_cancelled',
    });
  });
});

describe('closing', () => {
  it('waits for running and waiting tasks, and accepts no more', async () => {
    const pool = poolWith();
    const runs = [pool.run(call('sleep', { ms: 100 })), pool.run(echo('queued'))];
    const closed = pool.close();
    await expect(pool.run(echo('late'))).rejects.toMatchObject({ code: 'pdf_cancelled' });
    await closed;
    await expect(Promise.all(runs)).resolves.toEqual([100, 'queued']);
  });

  it('leaves no thread where one was ended just before', async () => {
    await Promise.all(pools.splice(0).map((other) => other.close()));
    const before = listThreads();
    const pool = poolWith({ timeoutMs: 1_500 });
    await expect(pool.run(call('hang'))).rejects.toMatchObject({ code: 'pdf_timeout' });
    await pool.close();
    await expect.poll(listThreads, { timeout: 60_000 }).toEqual(before);
  }, 120_000);
});

describe('bytes', () => {
  it('are handed over, not copied', async () => {
    const bytes = new Uint8Array(1_000_000);
    const transfer = transferableBuffers({ input: bytes });
    await expect(poolWith().run(call('bytesOf', { bytes }), { transfer })).resolves.toBe(1_000_000);
    expect(bytes.length).toBe(0);
  });

  it('of a slice or of the shared pool stay with the caller', () => {
    const slice = new Uint8Array(100).subarray(10, 20);
    expect(transferableBuffers({ inputs: [slice, Buffer.from('abc')], output: 'a path' })).toEqual([]);
  });
});
