import { describe, expect, it } from 'vitest';
import { buildField } from '../../../testing/build-field.ts';
import { type SigningAction, startSigning, updateSigning } from './signing-state.ts';

const fields = [buildField({ name: 'name', value: ['Anna'] }), buildField({ name: 'fixed', readOnly: true })];
const start = startSigning(fields, 'Anna Ek');
const after = (...actions: readonly SigningAction[]) => actions.reduce(updateSigning, start);

describe('what the signee has done', () => {
  it('begins with the values there are and the signee’s own name to type', () => {
    expect(start.values).toEqual({ name: ['Anna'], fixed: [] });
    expect(start.inkDraft.typedName).toBe('Anna Ek');
  });

  it('takes over what was typed before a reload, but only where it may still be typed', () => {
    const draft = { name: ['Annika'], fixed: ['x'], gone: ['x'] };
    expect(startSigning(fields, 'Anna Ek', draft).values).toEqual({ name: ['Annika'], fixed: [] });
  });

  it('survives a request that failed', () => {
    const state = after(
      { type: 'fill', name: 'name', value: ['Annika'] },
      { type: 'use_ink', ink: { kind: 'typed', typedName: 'Annika', font: 'caveat' } },
      { type: 'consent', hasConsented: true },
      { type: 'open', dialog: { kind: 'review' } },
      { type: 'send' },
      { type: 'send_failed', message: null },
    );
    expect(state).toMatchObject({
      values: { name: ['Annika'] },
      ink: { typedName: 'Annika' },
      hasConsented: true,
      dialog: { kind: 'review' },
      sending: { kind: 'failed', message: null },
    });
  });

  it('keeps a half-drawn signature when the dialog is closed', () => {
    const draft = { ...start.inkDraft, typedName: 'A' };
    const state = after(
      { type: 'open', dialog: { kind: 'ink' } },
      { type: 'keep_ink_draft', draft },
      { type: 'close' },
    );
    expect(state.inkDraft).toBe(draft);
    expect(state.dialog.kind).toBe('none');
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
