import { describe, expect, it } from 'vitest';
import { buildView } from '../../../testing/build-view.ts';
import { memoryStorage } from '../../../testing/memory-storage.ts';
import { emptyInkDraft } from '../ink/ink-choice.ts';
import { forgetInk, readInk, writeInk } from './kept-input.ts';

const view = buildView();
const stroke = {
  dotSize: 0,
  minWidth: 1,
  maxWidth: 3,
  penColor: '#10285c',
  velocityFilterWeight: 0.7,
  compositeOperation: 'source-over' as const,
  points: [{ x: 1, y: 2, pressure: 0.5, time: 10 }],
};
const draft = {
  ...emptyInkDraft('Ada'),
  drawn: { strokes: [stroke], padSize: { width: 300, height: 150 } },
};
const kept = {
  drafts: { signature: draft, initials: emptyInkDraft('A') },
  inks: {
    signature: { kind: 'drawn' as const, picture: 'data:image/png;base64,iVBORw0KGgo=' },
    initials: null,
  },
  taken: ['signature 0 10 20'],
};
const withSignature = (change: object) => ({ ...kept.drafts, signature: { ...draft, ...change } });

describe('the ink of a signee', () => {
  it('is there after a reload, and gone once it is signed', () => {
    const storage = memoryStorage();
    writeInk(storage, view, kept);
    expect(readInk(storage, view)).toEqual(kept);
    forgetInk(storage, view);
    expect(storage.items.size).toBe(0);
    expect(readInk(storage, view)).toBeUndefined();
  });

  it.each([
    'not json',
    'null',
    '{}',
    JSON.stringify({ draft, ink: null }),
    JSON.stringify({ ...kept, inks: { ...kept.inks, initials: { kind: 'drawn', picture: 'javascript:1' } } }),
    JSON.stringify({ ...kept, drafts: withSignature({ font: 'comic' }) }),
    JSON.stringify({ ...kept, drafts: withSignature({ drawn: { strokes: [{}], padSize: { width: 1 } } }) }),
    JSON.stringify({ ...kept, taken: [1] }),
  ])('is not taken from what another version has kept: %s', (stored) => {
    const storage = memoryStorage();
    writeInk(storage, view, kept);
    for (const key of storage.items.keys()) storage.items.set(key, stored);
    expect(readInk(storage, view)).toBeUndefined();
  });

  it('is not kept half when the browser has no room', () => {
    const storage = memoryStorage();
    writeInk(storage, view, kept);
    const full = {
      ...storage,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    writeInk(full, view, { ...kept, taken: [] });
    expect(readInk(storage, view)).toBeUndefined();
    writeInk(null, view, kept);
    expect(readInk(null, view)).toBeUndefined();
  });
});
