import { expect, it } from 'vitest';
import { AT_OFFSET, FREE, IN_STREAM, type XrefEntry, XrefIndex } from '../read/xref-index.ts';
import { findReplacedObjects } from './appended-revisions.ts';

const EARLIER: readonly XrefEntry[] = [
  { kind: FREE, generation: 65_535 },
  { kind: AT_OFFSET, offset: 100, generation: 0 },
  { kind: AT_OFFSET, offset: 200, generation: 0 },
  { kind: IN_STREAM, stream: 2, index: 0 },
  { kind: FREE, generation: 1 },
];

function index(changes: Readonly<Record<number, XrefEntry>> = {}): XrefIndex {
  const made = new XrefIndex();
  const entries: Readonly<Record<number, XrefEntry>> = {
    ...Object.fromEntries(EARLIER.entries()),
    ...changes,
  };
  for (const [number, entry] of Object.entries(entries)) made.set(Number(number), entry);
  return made;
}

it.each<[string, Record<number, XrefEntry>, number[]]>([
  ['nothing', {}, []],
  [
    'new objects',
    {
      5: { kind: AT_OFFSET, offset: 900, generation: 0 },
      4: { kind: AT_OFFSET, offset: 950, generation: 1 },
    },
    [],
  ],
  ['an object that is defined anew', { 1: { kind: AT_OFFSET, offset: 900, generation: 0 } }, [1]],
  ['an object that is freed', { 1: { kind: FREE, generation: 1 } }, [1]],
  [
    'an object that is said to lie where another one lies',
    { 1: { kind: AT_OFFSET, offset: 200, generation: 0 } },
    [1],
  ],
  ['an object of another generation', { 1: { kind: AT_OFFSET, offset: 100, generation: 1 } }, [1]],
  ['a member that is another one of its stream', { 3: { kind: IN_STREAM, stream: 2, index: 1 } }, [3]],
  ['a stream, and with it its members', { 2: { kind: AT_OFFSET, offset: 900, generation: 0 } }, [2, 3]],
])('finds %s', (_, changes, replaced) => {
  expect(findReplacedObjects(index(), index(changes))).toEqual(replaced);
});
