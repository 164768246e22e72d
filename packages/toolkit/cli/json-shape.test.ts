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
} from './form-commands.ts';
import { UsageError } from './output.ts';

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

describe('a JSON file', () => {
  it('is accepted if valid; missing members stay missing, unknown members are ignored', () => {
    const boxes = [{ type: 'signature', page: 0, width: 7 }];
    expect(readBoxes(boxes, '')).toStrictEqual([{ type: 'signature', page: 0 }]);
  });

  it.each([
    [{}, ': expected a list'],
    [null, ': expected a list'],
    [[], ': expected a non-empty list'],
    [[7], ' at 0: expected an object'],
    [[[]], ' at 0: expected an object'],
    [[{}], ' at 0.type: expected one of signature, id_scan'],
    [[{ type: 'id_scan' }, { type: 'stamp' }], ' at 1.type: expected one of signature, id_scan'],
    [[{ type: 'id_scan', page: 0.5 }], ' at 0.page: expected a whole number'],
    [[{ type: 'id_scan', scale: 0 }], ' at 0.scale: expected a number above 0'],
    [[{ type: 'id_scan', label: null }], ' at 0.label: expected a string'],
  ])('%j is refused%s', (value, message) => {
    expect(complaint(readBoxes, value)).toBe(message);
  });
});
