import { expect, test } from 'vitest';
import { editDistance, findNearestName } from './find-nearest-name.ts';

test.each([
  ['', '', 0],
  ['abc', '', 3],
  ['', 'abc', 3],
  ['kitten', 'sitting', 3],
  ['same', 'same', 0],
])('from %s to %s takes %i edits', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance);
});

test('takes the first of equally near names', () => {
  expect(findNearestName('b', ['a', 'c'])).toBe('a');
});

test('a very long name is compared by its beginning', () => {
  expect(findNearestName('x'.repeat(1_000_000), ['svc-a', 'svc-b'])).toBe('svc-a');
});

test('capitals do not make a name far', () => {
  expect(findNearestName('SVC-DATE-NOW', ['svc-scan-id', 'svc-date-now'])).toBe('svc-date-now');
});
