import { expect, test } from 'vitest';
import { layOutComb, layOutLine, layOutLines, layOutRows, type TextBox } from './text-layout.ts';

const metrics = { ascent: 1, descent: -0.2 };
const measure = (text: string) => text.length / 2;
const box: TextBox = { width: 104, height: 24, frame: 0, quadding: 'left', size: 10 };

test.each([
  ['left', 2],
  ['centred', 42],
  ['right', 82],
] as const)('a line of 20 points starts %s at %i', (quadding, x) => {
  const { size, pieces } = layOutLine('abcd', { ...box, quadding }, metrics, measure);
  expect({ size, pieces }).toEqual({ size: 10, pieces: [{ text: 'abcd', x, y: 8 }] });
});

test.each(['left', 'centred', 'right'] as const)(
  'of a line that is too wide at 4 points the end is cut off, also %s',
  (quadding) => {
    const xOf = (text: string) => layOutLine(text, { ...box, quadding }, metrics, measure).pieces[0]?.x;
    expect(xOf('a'.repeat(75))).toBe(2);
    // 150 points of Hebrew start at the right edge.
    expect(xOf('א'.repeat(75))).toBe(102 - 150);
  },
);

test('a text that is too large for its box at the stated size is drawn smaller, not under 4 points', () => {
  const line = (length: number) => layOutLine('a'.repeat(length), box, metrics, measure);
  expect(line(25)).toMatchObject({ size: 8, isWhole: true });
  expect(line(51)).toMatchObject({ size: 4, isWhole: true });
  expect(line(52)).toMatchObject({ size: 4, isWhole: false });
  const lines = (text: string) => layOutLines(text, box, metrics, measure);
  expect(lines('a\nb\nc')).toMatchObject({ size: 5.5, isWhole: true });
  expect(lines('a\nb\nc\nd\ne\nf')).toMatchObject({ size: 4, isWhole: false });
  const comb = (text: string, cells: number) => layOutComb(text, cells, box, metrics, measure);
  expect(comb('abc', 26)).toMatchObject({ size: 8, isWhole: true });
  expect(comb('abc', 104)).toMatchObject({ size: 2, isWhole: false });
  expect(comb('abc', 2).isWhole).toBe(false);
});

test('an automatic size fills the height, a long text the width, and stays readable', () => {
  const auto = { ...box, size: 0 };
  expect(layOutLine('ab', auto, metrics, measure).size).toBe(20);
  expect(layOutLine('a'.repeat(20), auto, metrics, measure).size).toBe(10);
  expect(layOutLine('a'.repeat(999), auto, metrics, measure).size).toBe(4);
});

test('lines go down from the top and end below the box', () => {
  const { pieces } = layOutLines('a\n\nb\nc\nd\ne', { ...box, height: 18, size: 4 }, metrics, measure);
  expect(pieces).toEqual([
    { text: 'a', direction: 'ltr', x: 2, y: 12 },
    { text: 'b', direction: 'ltr', x: 2, y: expect.closeTo(2.4) },
    { text: 'c', direction: 'ltr', x: 2, y: expect.closeTo(-2.4) },
  ]);
});

test('an automatic size of several lines shrinks until they fit', () => {
  const tall = { ...box, size: 0, height: 100 };
  expect(layOutLines('a', tall, metrics, measure).size).toBe(12);
  const { size, pieces } = layOutLines('word '.repeat(60), tall, metrics, measure);
  expect(size).toBeLessThan(12);
  expect(pieces.at(-1)?.y).toBeGreaterThan(0);
});

test('a comb puts each character into the middle of its cell', () => {
  const { pieces } = layOutComb('abc', 4, { ...box, width: 80 }, metrics, measure);
  expect(pieces.map(({ x }) => x)).toEqual([7.5, 27.5, 47.5]);
  const right = layOutComb('abc', 4, { ...box, width: 80, quadding: 'right' }, metrics, measure);
  expect(right.pieces.map(({ x }) => x)).toEqual([27.5, 47.5, 67.5]);
  const sizeOf = (size: number) => layOutComb('abc', 4, { ...box, width: 80, size }, metrics, measure).size;
  expect([sizeOf(24), sizeOf(25)]).toEqual([24, 20]);
});

test('rows of a list fill the box, whole ones only', () => {
  const { rows, height } = layOutRows({ ...box, height: 30 }, 10, 10, metrics);
  expect([rows.length, height]).toEqual([2, 12]);
  expect(rows[0]).toEqual({ bottom: 18, baseline: 20 });
});

test('a size that cannot be meant for the box becomes automatic', () => {
  // pdf-lib writes the size that fills an empty field's height into its /DA.
  const sizeOf = (text: string, size: number) =>
    layOutLines(text, { ...box, height: 70, size }, metrics, measure).size;
  expect(sizeOf('o', 58)).toBe(12);
  expect(sizeOf('o', 40)).toBe(40);
  expect(sizeOf('o\no', 40)).toBe(12);
  expect(sizeOf('one two three four', 20)).toBe(20);
  expect(layOutLine('one', { ...box, size: 25 }, metrics, measure).size).toBe(20);
});

test('the last line is whole, if need be without space above the first', () => {
  const { isWhole, pieces } = layOutLines('a\nb', box, metrics, measure);
  expect({ isWhole, y: pieces.map(({ y }) => y) }).toEqual({ isWhole: true, y: [14, 2] });
});
