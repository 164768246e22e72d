import { describe, expect, it } from 'vitest';
import { readBoxes } from './form-commands.ts';

const box = { type: 'signature', placement: 'existing' };

describe('a JSON file of boxes', () => {
  it('is accepted if valid; missing members stay missing, unknown members have a warning alone', () => {
    const { boxes, warnings } = readBoxes([{ ...box, page: 0, width: 7 }]);
    expect(boxes).toStrictEqual([{ id: '0', ...box, page: 0 }]);
    expect(warnings).toMatchObject([{ code: 'unknown_member', params: { path: '0.width' } }]);
  });

  it.each([
    [{}, 'boxes: expected an array, found an object (Object)'],
    [null, 'boxes: expected an array, found null'],
    [[], 'boxes: expected at least one'],
    [[7], 'boxes[0]: expected an object, found a number'],
    [[{}], 'boxes[0].type: expected one of signature, id_scan, initials, found undefined'],
    [
      [box, { ...box, type: 'stamp' }],
      'boxes[1].type: expected one of signature, id_scan, initials, found a string',
    ],
    [[{ ...box, page: 0.5 }], 'boxes[0].page: expected a whole number, found a number'],
    [[{ ...box, scale: 0 }], 'boxes[0].scale: expected a finite number above 0, found a number'],
    [[{ ...box, label: null }], 'boxes[0].label: expected a string, found null'],
  ])('%j is refused', (value, message) => {
    expect(() => readBoxes(value)).toThrow(message);
  });
});
