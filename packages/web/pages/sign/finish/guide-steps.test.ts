import type { FormField, PlacedBox } from '@countersign/signing';
import { describe, expect, it } from 'vitest';
import { buildField } from '../../../testing/build-field.ts';
import { findNextStep, type GuideStep, listSteps } from './guide.tsx';

function fieldAt(name: string, page: number, y: number, change: Partial<FormField> = {}): FormField {
  const box = { page, x: 50, y, width: 100, height: 20 };
  return buildField({ name, required: true, boundingBox: box, widgets: [box], ...change });
}

const box: PlacedBox = { id: 'signee', type: 'signature', page: 0, x: 50, y: 700, width: 219, height: 58 };
const view = {
  fields: [fieldAt('later', 1, 10), fieldAt('first', 0, 100)],
  boxes: [box],
  checks: [],
  hasInk: true,
  openTriggers: [],
};
const names = (steps: readonly GuideStep[]) => steps.map((s) => ('field' in s ? s.field.name : s.kind));

describe('the guide', () => {
  it('leads through required fields and the signature in reading order', () => {
    expect(names(listSteps(view, {}, false))).toEqual(['first', 'ink', 'later']);
  });

  it('leaves optional fields out until something is wrong in them', () => {
    const email = fieldAt('email', 0, 50, {
      required: false,
      attributes: [{ name: 'svc-format-email', kind: 'formatting' }],
    });
    const withEmail = { ...view, fields: [...view.fields, email] };
    expect(names(listSteps(withEmail, {}, false))).not.toContain('email');
    expect(names(listSteps(withEmail, { email: ['anna'] }, false))[0]).toBe('email');
  });

  it('reads a row from left to right, though one box of it begins a little higher', () => {
    const at = (name: string, x: number, y: number) => {
      const place = { page: 0, x, y, width: 100, height: 20 };
      return buildField({ name, required: true, boundingBox: place, widgets: [place] });
    };
    const fields = [at('right', 300, 98), at('below', 50, 120), at('left', 50, 100)];
    expect(names(listSteps({ ...view, fields, boxes: [] }, {}, true))).toEqual([
      'left',
      'right',
      'below',
      'ink',
    ]);
  });

  it('leaves out what cannot be filled', () => {
    const fields = [fieldAt('trigger', 0, 10, { readOnly: true })];
    expect(names(listSteps({ ...view, fields, boxes: [] }, {}, false))).toEqual(['ink']);
  });

  it('stops at a required check that was not done, in its place, until the end', () => {
    const scan = fieldAt('scan', 0, 110, { readOnly: true, editable: false });
    const blocked = { ...view, fields: [...view.fields, scan], openTriggers: ['scan'] };
    const steps = listSteps(blocked, { first: ['x'], later: ['x'] }, true);
    expect(names(steps)).toEqual(['first', 'scan', 'ink', 'later']);
    expect(findNextStep(steps, 'scan')).toMatchObject({ kind: 'trigger', isDone: false });
  });

  it('asks for one signature however many boxes there are, and also without any', () => {
    expect(names(listSteps({ ...view, fields: [], boxes: [box, { ...box, page: 3 }] }, {}, false))).toEqual([
      'ink',
    ]);
    expect(names(listSteps({ ...view, boxes: [] }, {}, false)).at(-1)).toBe('ink');
  });

  it('goes on below the current field, then from the top', () => {
    const steps = listSteps(view, { first: ['Anna'] }, false);
    expect(findNextStep(steps, null)?.kind).toBe('ink');
    const top = findNextStep(listSteps(view, { later: ['x'] }, true), 'later');
    expect(top?.kind === 'field' && top.field.name).toBe('first');
  });

  it('ends when all is done', () => {
    const steps = listSteps(view, { first: ['Anna'], later: ['x'] }, true);
    expect(findNextStep(steps, 'first')).toBe(null);
  });
});
