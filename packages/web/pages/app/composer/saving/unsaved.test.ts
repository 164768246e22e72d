import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT } from '../draft.ts';
import { forgetUnsaved, keepUnsaved, readUnsaved } from './autosave.ts';

function memory(items = new Map<string, string>()) {
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}
const draft = { ...EMPTY_DRAFT, name: 'Half a na' };

describe('what is not saved yet', () => {
  it('survives a reload, unless the draft was changed elsewhere', () => {
    const storage = memory();
    keepUnsaved(storage, 'd1', '"3"', draft);
    expect(readUnsaved(storage, 'd1', '"3"')).toEqual(draft);
    expect(readUnsaved(storage, 'd1', '"4"')).toBeNull();
    expect(readUnsaved(storage, 'd2', '"3"')).toBeNull();
    forgetUnsaved(storage, 'd1');
    expect(readUnsaved(storage, 'd1', '"3"')).toBeNull();
  });

  it('does without storage, and with one that is broken', () => {
    keepUnsaved(null, 'd1', '"3"', draft);
    expect(readUnsaved(null, 'd1', '"3"')).toBeNull();
    expect(readUnsaved(memory(new Map([['composer:d1', '{']])), 'd1', '"3"')).toBeNull();
  });
});
