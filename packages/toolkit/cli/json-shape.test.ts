import { describe, expect, it } from 'vitest';
import {
  listOf,
  objectOf,
  oneOf,
  optional,
  type Reader,
  readInteger,
  readPositive,
  readText,
} from './json-shape.ts';
import { UsageError } from './usage-error.ts';

const readBoxes = listOf(
  objectOf({
    type: oneOf('signature', 'id_scan'),
    page: optional(readInteger),
    scale: optional(readPositive),
    label: optional(readText),
  }),
  1,
);

function complaint(read: Reader<unknown>, value: unknown): string {
  try {
    read(value, '');
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message;
  }
  return 'none';
}

describe('what a JSON file holds', () => {
  it('is taken when it is what it should be; what is left out stays out, what is unknown is not looked at', () => {
    const boxes = [{ type: 'signature', page: 0, width: 7 }];
    expect(readBoxes(boxes, '')).toStrictEqual([{ type: 'signature', page: 0 }]);
  });

  it.each([
    [{}, ': a list is expected'],
    [null, ': a list is expected'],
    [[], ': the list is empty'],
    [[7], ' at 0: an object is expected'],
    [[[]], ' at 0: an object is expected'],
    [[{}], ' at 0.type: expected is one of signature, id_scan'],
    [[{ type: 'id_scan' }, { type: 'stamp' }], ' at 1.type: expected is one of signature, id_scan'],
    [[{ type: 'id_scan', page: 0.5 }], ' at 0.page: a whole number is expected'],
    [[{ type: 'id_scan', scale: 0 }], ' at 0.scale: a number above 0 is expected'],
    [[{ type: 'id_scan', label: null }], ' at 0.label: a text is expected'],
  ])('%j is refused%s', (value, message) => {
    expect(complaint(readBoxes, value)).toBe(message);
  });
});
