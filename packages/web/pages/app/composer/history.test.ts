import { describe, expect, it } from 'vitest';
import { endGroup, record, redo, startHistory, undo } from './draft.ts';

describe('undo and redo', () => {
  it('go back and forth', () => {
    const history = record(record(startHistory('a'), 'b'), 'c');
    const back = undo(undo(history));
    expect(back.present).toBe('a');
    expect(redo(back).present).toBe('b');
    expect(redo(redo(back))).toEqual({ ...history, group: null });
    expect(undo(back)).toBe(back);
  });

  it('forget what was undone when something else is done', () => {
    expect(redo(record(undo(record(startHistory('a'), 'b')), 'c')).present).toBe('c');
  });

  it('take typing in one input, or one drag, as a step', () => {
    const typed = record(record(record(startHistory('a'), 'A', 'name'), 'Ad', 'name'), 'Ada', 'name');
    expect(undo(typed).present).toBe('a');
    const again = record(endGroup(typed), 'Ada L', 'name');
    expect(undo(again).present).toBe('Ada');
  });

  it('have a limit', () => {
    let history = startHistory(0);
    for (let step = 1; step <= 500; step += 1) history = record(history, step);
    expect(history.past).toHaveLength(200);
  });
});
