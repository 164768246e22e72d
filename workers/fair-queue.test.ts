import { describe, expect, it } from 'vitest';
import { FairQueue, type FairQueueLimits, type Turn } from './fair-queue.ts';

const LIMITS = { slots: 1, reserved: 0, maxWaiting: 100, maxWaitingOfAccount: 100 };

function observe(limits: Partial<FairQueueLimits> = {}) {
  const queue = new FairQueue({ ...LIMITS, ...limits });
  const order: string[] = [];
  const running: Turn[] = [];
  const ask = (name: string, turn: Turn = {}, signal?: AbortSignal) =>
    queue.enter(turn, signal).then(() => {
      order.push(name);
      running.push(turn);
    });
  const drain = async () => {
    await Promise.resolve();
    for (let turn = running.shift(); turn !== undefined; turn = running.shift()) {
      queue.leave(turn);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { queue, order, ask, drain };
}

describe('equally urgent tasks', () => {
  it('of one account run in the order of asking', async () => {
    const { order, ask, drain } = observe();
    for (const name of ['a', 'b', 'c']) void ask(name, { account: 'x' });
    await drain();
    expect(order).toEqual(['a', 'b', 'c']);
  });

  it('of several accounts take turns, however many one of them has', async () => {
    const { order, ask, drain } = observe();
    for (let turn = 0; turn < 12; turn += 1) void ask(`x${turn}`, { account: 'x' });
    void ask('y0', { account: 'y' });
    void ask('y1', { account: 'y' });
    void ask('z0', { account: 'z' });
    await drain();
    expect(order.slice(0, 7)).toEqual(['x0', 'x1', 'y0', 'z0', 'x2', 'y1', 'x3']);
    expect(order).toHaveLength(15);
  });
});

describe('more urgent tasks', () => {
  it('run in the order signing, completion, uploads', async () => {
    const { order, ask, drain } = observe();
    for (let turn = 0; turn < 3; turn += 1) void ask(`upload${turn}`, { account: 'x' });
    void ask('complete', { account: 'x', urgency: 'completion' });
    void ask('sign', { account: 'x', urgency: 'signing' });
    await drain();
    expect(order).toEqual(['upload0', 'sign', 'complete', 'upload1', 'upload2']);
  });

  it('let one of the least urgent pass after sixteen, so that nothing waits for ever', async () => {
    const { order, ask, drain } = observe();
    void ask('running');
    void ask('upload', { account: 'x' });
    for (let turn = 0; turn < 40; turn += 1) void ask('sign', { account: 'y', urgency: 'signing' });
    await drain();
    expect(order.indexOf('upload')).toBe(17);
  });

  it('of urgency signing get a slot that others may not take', async () => {
    const { queue, order, ask } = observe({ slots: 2, reserved: 1 });
    void ask('upload0');
    void ask('upload1');
    void ask('complete', { urgency: 'completion' });
    await ask('sign0', { urgency: 'signing' });
    void ask('sign1', { urgency: 'signing' });
    expect(order).toEqual(['upload0', 'sign0']);
    expect(queue.length).toBe(3);
  });

  it('take the slots of others too, and give them back', async () => {
    const { order, ask, drain } = observe({ slots: 2, reserved: 1 });
    await Promise.all([ask('sign0', { urgency: 'signing' }), ask('sign1', { urgency: 'signing' })]);
    void ask('upload0');
    void ask('upload1');
    await drain();
    expect(order).toEqual(['sign0', 'sign1', 'upload0', 'upload1']);
  });
});

describe('a full queue', () => {
  it('turns away the account that has its share waiting, and lets others wait', async () => {
    const { queue, ask } = observe({ maxWaitingOfAccount: 2 });
    for (let turn = 0; turn < 3; turn += 1) void ask('x', { account: 'x' });
    await expect(ask('x', { account: 'x' })).rejects.toMatchObject({
      code: 'pdf_queue_full',
      params: { limit: 2 },
    });
    void ask('y', { account: 'y' });
    expect(queue.length).toBe(3);
  });

  it('of uploads leaves room for signing', async () => {
    const { queue, ask } = observe({ maxWaiting: 2 });
    for (const account of ['x', 'y', 'z']) void ask(account, { account });
    await expect(ask('late', { account: 'w' })).rejects.toMatchObject({ code: 'pdf_queue_full' });
    void ask('sign', { account: 'w', urgency: 'signing' });
    expect(queue.length).toBe(3);
  });

  it('forgets a task that was cancelled while it waited', async () => {
    const { queue, order, ask, drain } = observe();
    const stop = new AbortController();
    void ask('first', { account: 'x' });
    const second = ask('second', { account: 'x' }, stop.signal);
    void ask('third', { account: 'x' });
    stop.abort();
    await expect(second).rejects.toMatchObject({ code: 'pdf_cancelled' });
    expect(queue.length).toBe(1);
    await drain();
    expect(order).toEqual(['first', 'third']);
  });
});
