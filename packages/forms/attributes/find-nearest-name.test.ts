import { expect, test } from 'vitest';
import { createSuggester, editDistance, findNearestName } from './warnings.ts';

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

test('a name of another length is taken if it is nearer', () => {
  expect(findNearestName('postcod', ['country', 'postcode'])).toBe('postcode');
});

test('as many names are compared as can be quickly, those of the most similar length first', () => {
  const far = Array.from({ length: 15_000 }, (_, index) => `${index}`.padEnd(90, 'x'));
  expect(findNearestName('y'.repeat(90), [...far, `${'y'.repeat(89)}z`])).toBe('0'.padEnd(90, 'x'));
  expect(findNearestName('y'.repeat(40), [...far, `${'y'.repeat(39)}z`])).toBe(`${'y'.repeat(39)}z`);
});

test('a suggestion is made for ten names, however often they are asked about', () => {
  let lists = 0;
  const suggest = createSuggester(() => {
    lists += 1;
    return ['postcode', 'notes'];
  });
  const names = Array.from({ length: 15_000 }, (_, index) => `postcode${index}`);
  const suggested = [...names, ...names].map(suggest);
  expect(suggested.slice(0, 11)).toEqual([...Array(10).fill('postcode'), undefined]);
  expect(suggested.filter((name) => name !== undefined)).toHaveLength(20);
  expect(lists).toBe(10);
});
