import { describe, expect, it } from 'vitest';
import { buildField } from '../../../testing/build-field.ts';
import { buildView } from '../../../testing/build-view.ts';
import { memoryStorage } from '../../../testing/memory-storage.ts';
import { forgetDraft, readDraft, writeDraft } from './kept-input.ts';

const view = buildView();

describe('what was typed before a reload', () => {
  it('comes back, for this document and this signee only', () => {
    const storage = memoryStorage();
    writeDraft(storage, view, { name: ['Anna'] });
    expect(readDraft(storage, view)).toEqual({ name: ['Anna'] });
    expect(readDraft(storage, buildView({ documentId: 'another' }))).toEqual({});
    expect(readDraft(storage, buildView({ fileVersion: 'v2' }))).toEqual({});
  });

  it('is not kept when it is a password', () => {
    const storage = memoryStorage();
    const fields = [buildField({ name: 'pin', password: true }), buildField({ name: 'name' })];
    const asking = buildView({ fields });
    writeDraft(storage, asking, { pin: ['1234'], name: ['Anna'] });
    expect(readDraft(storage, asking)).toEqual({ name: ['Anna'] });
  });

  it('is gone once signed', () => {
    const storage = memoryStorage();
    writeDraft(storage, view, { name: ['Anna'] });
    forgetDraft(storage, view);
    expect(storage.items.size).toBe(0);
  });

  it.each(['not json', '[1]', '{"name":"Anna"}', 'null', '{"name":[1]}'])(
    'is nothing when it reads %s',
    (text) => {
      const storage = memoryStorage();
      writeDraft(storage, view, {});
      for (const key of storage.items.keys()) storage.items.set(key, text);
      expect(readDraft(storage, view)).toEqual({});
    },
  );

  it('is not kept where the browser forbids it', () => {
    const full = {
      ...memoryStorage(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    expect(writeDraft(full, view, {})).toBe(false);
    expect(writeDraft(null, view, {})).toBe(false);
    expect(readDraft(null, view)).toEqual({});
  });
});
