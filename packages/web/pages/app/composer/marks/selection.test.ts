import { describe, expect, it } from 'vitest';
import {
  activate,
  fileFieldId,
  fileFieldName,
  keepExisting,
  NOTHING_SELECTED,
  press,
  selectedIds,
  toggle,
} from './selection.ts';

describe('the selection', () => {
  it('is the box that has the focus', () => {
    const first = activate(NOTHING_SELECTED, 'a');
    expect(selectedIds(first)).toEqual(['a']);
    expect(selectedIds(activate(first, 'b'))).toEqual(['b']);
  });

  it('grows with Shift+click, also from the box that was active before', () => {
    const both = toggle(press(NOTHING_SELECTED, 'a'), 'b');
    expect(selectedIds(both)).toEqual(['b', 'a']);
    expect(selectedIds(toggle(both, 'a'))).toEqual(['b']);
  });

  it('is built by keyboard: Space marks, Tab goes on', () => {
    const marked = toggle(activate(NOTHING_SELECTED, 'a'), 'a');
    expect(selectedIds(activate(marked, 'c'))).toEqual(['c', 'a']);
  });

  it('stays when one of its boxes is pressed to drag all', () => {
    const both = toggle(press(NOTHING_SELECTED, 'a'), 'b');
    expect(selectedIds(press(both, 'a'))).toEqual(['a', 'b']);
    expect(selectedIds(press(both, 'c'))).toEqual(['c']);
  });

  it('forgets boxes that are gone', () => {
    const both = toggle(press(NOTHING_SELECTED, 'a'), 'b');
    expect(selectedIds(keepExisting(both, (id) => id === 'a'))).toEqual(['a']);
    expect(keepExisting(both, () => true)).toBe(both);
  });
});

it('a field of the file is selected by its name', () => {
  expect(fileFieldName(fileFieldId('city/1'))).toBe('city/1');
  expect(fileFieldName('a/0')).toBeNull();
});
