import type { FormField, PlacedBox } from '@countersign/signing';
import { describe, expect, it } from 'vitest';
import { buildField } from '../../../testing/build-field.ts';
import { boxKey, findNextStep, type GuideStep, listRest, listSteps, markKey, NO_BOX } from './steps.ts';

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
const names = (steps: readonly GuideStep[]) =>
  steps.map((step) => {
    if (step.kind === 'mark') return step.mark;
    return 'field' in step ? step.field.name : step.kind;
  });
const NOTHING: ReadonlySet<string> = new Set();
const SIGNED = new Set([boxKey(box), NO_BOX]);

describe('the guide', () => {
  it('leads through required fields and the signature in reading order', () => {
    expect(names(listSteps(view, {}, NOTHING))).toEqual(['first', 'signature', 'later']);
  });

  it('leaves optional fields out until something is wrong in them', () => {
    const email = fieldAt('email', 0, 50, {
      required: false,
      attributes: [{ name: 'svc-format-email', kind: 'formatting' }],
    });
    const withEmail = { ...view, fields: [...view.fields, email] };
    expect(names(listSteps(withEmail, {}, NOTHING))).not.toContain('email');
    expect(names(listSteps(withEmail, { email: ['anna'] }, NOTHING))[0]).toBe('email');
  });

  it('reads a row from left to right, though one box of it begins a little higher', () => {
    const at = (name: string, x: number, y: number) => {
      const place = { page: 0, x, y, width: 100, height: 20 };
      return buildField({ name, required: true, boundingBox: place, widgets: [place] });
    };
    const fields = [at('right', 300, 98), at('below', 50, 120), at('left', 50, 100)];
    expect(names(listSteps({ ...view, fields, boxes: [] }, {}, SIGNED))).toEqual([
      'left',
      'right',
      'below',
      'signature',
    ]);
  });

  it('leaves out what cannot be filled', () => {
    const fields = [fieldAt('trigger', 0, 10, { readOnly: true })];
    expect(names(listSteps({ ...view, fields, boxes: [] }, {}, NOTHING))).toEqual(['signature']);
  });

  it('stops at a required check that was not done, in its place, until the end', () => {
    const scan = fieldAt('scan', 0, 110, { readOnly: true, editable: false });
    const blocked = { ...view, fields: [...view.fields, scan], openTriggers: ['scan'] };
    const steps = listSteps(blocked, { first: ['x'], later: ['x'] }, SIGNED);
    expect(names(steps)).toEqual(['first', 'scan', 'signature', 'later']);
    expect(findNextStep(steps, 'scan')).toMatchObject({ kind: 'trigger', isDone: false });
  });

  it('[D10-11] leads through all boxes of signatures and initials, and asks for a signature without any', () => {
    const initials = { ...box, type: 'initials' as const, y: 40, width: 72, height: 36 };
    const boxes = [box, { ...box, page: 3 }, initials, { ...box, type: 'id_scan' as const, y: 10 }];
    const steps = listSteps({ ...view, fields: [], boxes }, {}, NOTHING);
    expect(names(steps)).toEqual(['initials', 'signature', 'signature']);
    expect(names(listSteps({ ...view, boxes: [] }, {}, NOTHING)).at(-1)).toBe('signature');
    expect(listSteps({ ...view, fields: [], boxes, hasInk: false }, {}, NOTHING)).toEqual([]);
  });

  it('[D10-11] offers the boxes that are left of the kinds that were made', () => {
    const initials = [40, 90].map((y) => ({ ...box, type: 'initials' as const, y }));
    const boxes = [...initials, box, { ...box, page: 3 }];
    const steps = listSteps({ ...view, fields: [], boxes }, {}, new Set([boxKey(box)]));
    const rest = (made: { readonly signature: unknown; readonly initials: unknown }) =>
      listRest(steps, made).map(markKey);
    expect(rest({ signature: 'ink', initials: null })).toEqual([boxKey({ ...box, page: 3 })]);
    expect(rest({ signature: 'ink', initials: 'ink' })).toHaveLength(3);
    expect(rest({ signature: null, initials: null })).toEqual([]);
  });

  it('goes on below the current field, then from the top', () => {
    const steps = listSteps(view, { first: ['Anna'] }, NOTHING);
    expect(findNextStep(steps, null)?.kind).toBe('mark');
    const top = findNextStep(listSteps(view, { later: ['x'] }, SIGNED), 'later');
    expect(top?.kind === 'field' && top.field.name).toBe('first');
  });

  it('ends when all is done', () => {
    const steps = listSteps(view, { first: ['Anna'], later: ['x'] }, SIGNED);
    expect(findNextStep(steps, 'first')).toBe(null);
  });
});
