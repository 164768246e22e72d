import { expect, it } from 'vitest';
import { findReplaced } from './replaced-objects.ts';
import { AT_OFFSET, type EntryKind, FREE, IN_STREAM, XrefIndex } from './xref-index.ts';

type Entry = readonly [kind: EntryKind, place: number, extra: number];
const EARLIER: readonly Entry[] = [
  [FREE, 0, 65_535],
  [AT_OFFSET, 100, 0],
  [AT_OFFSET, 200, 0],
  [IN_STREAM, 2, 0],
  [FREE, 0, 1],
];

function index(changes: Readonly<Record<number, Entry>> = {}): XrefIndex {
  const made = new XrefIndex();
  const entries: Readonly<Record<number, Entry>> = { ...Object.fromEntries(EARLIER.entries()), ...changes };
  for (const [number, entry] of Object.entries(entries)) made.set(Number(number), ...entry);
  return made;
}

it.each<[string, Record<number, Entry>, number[]]>([
  ['nothing', {}, []],
  ['new objects', { 5: [AT_OFFSET, 900, 0], 4: [AT_OFFSET, 950, 1] }, []],
  ['an object that is defined anew', { 1: [AT_OFFSET, 900, 0] }, [1]],
  ['an object that is freed', { 1: [FREE, 0, 1] }, [1]],
  ['an object that is said to lie where another one lies', { 1: [AT_OFFSET, 200, 0] }, [1]],
  ['an object of another generation', { 1: [AT_OFFSET, 100, 1] }, [1]],
  ['a member that is another one of its stream', { 3: [IN_STREAM, 2, 1] }, [3]],
  ['a stream, and with it its members', { 2: [AT_OFFSET, 900, 0] }, [2, 3]],
])('finds %s', (_, changes, replaced) => {
  expect(findReplaced(index(), index(changes))).toEqual(replaced);
});
