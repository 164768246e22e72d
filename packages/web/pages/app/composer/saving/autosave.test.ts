import { beforeEach, describe, expect, it } from 'vitest';
import { Autosave, type SaveOutcome } from './autosave.ts';

describe('saving by itself', () => {
  let sent: { patch: unknown; etag: string }[];
  let outcomes: SaveOutcome<string>[];
  let states: string[];
  let planned: { ms: number; run: () => void }[];
  let autosave: Autosave<string>;

  beforeEach(() => {
    sent = [];
    outcomes = [];
    states = [];
    planned = [];
    autosave = new Autosave<string>(
      {
        async send(patch, etag) {
          sent.push({ patch, etag });
          return outcomes.shift() ?? { kind: 'saved', etag: `"${sent.length + 1}"`, answer: 'draft' };
        },
        schedule(ms, run) {
          const plan = { ms, run };
          planned = [plan];
          return () => {
            planned = planned.filter((one) => one !== plan);
          };
        },
        onState: (state) => states.push(state),
        onAnswer: () => undefined,
      },
      { name: 'a' },
      '"1"',
    );
  });

  it('waits for a pause in typing, and sends what changed since it was saved last', async () => {
    for (const name of ['ab', 'abc', 'abcd']) autosave.change({ name });
    expect(planned).toHaveLength(1);
    expect(await autosave.flush()).toBe(true);
    expect(sent).toEqual([{ patch: { name: 'abcd' }, etag: '"1"' }]);
    autosave.change({ name: 'abcd', language: 'sv' });
    await autosave.flush();
    expect(sent[1]).toEqual({ patch: { language: 'sv' }, etag: '"2"' });
    expect(states.at(-1)).toBe('saved');
  });

  it('sends nothing if nothing changed', async () => {
    autosave.change({ name: 'a' });
    expect(await autosave.flush()).toBe(true);
    expect(sent).toEqual([]);
  });

  it('has nothing to save when a change is undone', async () => {
    autosave.change({ name: 'b' });
    autosave.change({ name: 'a' });
    expect(states).toEqual(['waiting', 'saved']);
    expect(planned).toEqual([]);
  });

  it('saves a change that was made while saving', async () => {
    autosave.change({ name: 'b' });
    const first = autosave.flush();
    autosave.change({ name: 'c' });
    expect(await first).toBe(false);
    expect(states.at(-1)).toBe('waiting');
    expect(await autosave.flush()).toBe(true);
    expect(sent.map(({ patch }) => patch)).toEqual([{ name: 'b' }, { name: 'c' }]);
  });

  it('stops at a conflict, until it is told which version counts', async () => {
    outcomes = [{ kind: 'conflict' }];
    autosave.change({ name: 'mine' });
    expect(await autosave.flush()).toBe(false);
    autosave.change({ name: 'mine too' });
    expect(await autosave.flush()).toBe(false);
    expect(sent).toHaveLength(1);
    autosave.restart({ name: 'theirs' }, '"9"');
    expect(await autosave.flush()).toBe(true);
    expect(sent[1]).toEqual({ patch: { name: 'mine too' }, etag: '"9"' });
  });

  it('tries again, less and less often, while the service cannot be reached', async () => {
    outcomes = Array.from({ length: 5 }, () => ({ kind: 'unreachable' as const }));
    autosave.change({ name: 'b' });
    const waits: number[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await autosave.flush();
      waits.push(planned[0]?.ms ?? 0);
    }
    expect(waits).toEqual([2000, 5000, 15_000, 15_000, 15_000]);
    expect(await autosave.flush()).toBe(true);
  });

  it('tries again after a refusal when something else is entered', async () => {
    outcomes = [{ kind: 'refused', message: 'no' }];
    autosave.change({ name: '' });
    expect(await autosave.flush()).toBe(false);
    autosave.change({ name: 'b' });
    expect(await autosave.flush()).toBe(true);
  });
});
