import { describe, expect, it } from 'vitest';
import { buildField } from '../../../testing/build-field.ts';
import { initialsOf, type SigningAction, startSigning, updateSigning } from './signing-state.ts';

const TYPED = { kind: 'typed', typedName: 'Annika', font: 'caveat' } as const;

const fields = [buildField({ name: 'name', value: ['Anna'] }), buildField({ name: 'fixed', readOnly: true })];
const start = startSigning(fields, 'Anna Ek');
const after = (...actions: readonly SigningAction[]) => actions.reduce(updateSigning, start);

describe('what the signee has done', () => {
  it('begins with the values there are and the signee’s own name to type', () => {
    expect(start.values).toEqual({ name: ['Anna'], fixed: [] });
    expect(start.drafts.signature.typedName).toBe('Anna Ek');
    expect(start.drafts.initials.typedName).toBe('AE');
  });

  it('takes over what was typed before a reload, but only where it may still be typed', () => {
    const draft = { name: ['Annika'], fixed: ['x'], gone: ['x'] };
    expect(startSigning(fields, 'Anna Ek', draft).values).toEqual({ name: ['Annika'], fixed: [] });
  });

  it('survives a request that failed', () => {
    const state = after(
      { type: 'fill', name: 'name', value: ['Annika'] },
      { type: 'use_ink', made: { signature: TYPED }, box: 'a' },
      { type: 'consent', hasConsented: true },
      { type: 'open', dialog: { kind: 'review' } },
      { type: 'send' },
      { type: 'send_failed', message: null },
    );
    expect(state).toMatchObject({
      values: { name: ['Annika'] },
      inks: { signature: { typedName: 'Annika' }, initials: null },
      hasConsented: true,
      dialog: { kind: 'review' },
      sending: { kind: 'failed', message: null },
    });
  });

  it('keeps a half-drawn signature when the dialog is closed', () => {
    const draft = { ...start.drafts.signature, typedName: 'A' };
    const state = after(
      { type: 'open', dialog: { kind: 'ink', box: 'a' } },
      { type: 'keep_ink_draft', mark: 'signature', draft },
      { type: 'close' },
    );
    expect(state.drafts.signature).toBe(draft);
    expect(state.taken.size).toBe(0);
    expect(state.dialog.kind).toBe('none');
  });

  it('[D10-11] takes the box that was pressed, and all that are left in one step', () => {
    const used = after({ type: 'use_ink', made: { signature: TYPED, initials: TYPED }, box: 'a' });
    expect([...used.taken]).toEqual(['a']);
    const all = updateSigning(used, { type: 'take', boxes: ['b', 'c'] });
    expect([...all.taken]).toEqual(['a', 'b', 'c']);
    expect(all.inks).toEqual({ signature: TYPED, initials: TYPED });
  });

  it.each([
    ['Anna-Karin Ek', 'AKE'],
    ['  łukasz  żółć ', 'ŁŻ'],
    ['株式 会社', '株会'],
    ['de la Cruz y Ortega Ruiz', 'DLCY'],
    ['', ''],
    ['007 !', ''],
  ])('[D10-11] suggests the initials of %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  it('forgets an old fault when the review is opened again', () => {
    const state = after({ type: 'send_failed', message: 'No' }, { type: 'open', dialog: { kind: 'review' } });
    expect(state.sending.kind).toBe('idle');
  });

  it('shows what is wrong with a field only after it was left', () => {
    expect(after({ type: 'enter', name: 'name' }).visited.has('name')).toBe(false);
    expect(after({ type: 'leave', name: 'name' }).visited.has('name')).toBe(true);
  });
});
