import { type FactsMember, MEMBERS, type StatedFacts } from './field-facts.ts';

export type Reader = 'pdf.js' | 'qpdf';

/** A fact that readers disagree on. `missing`: only the other has the field; `extra`: only we have it. */
export interface Difference {
  readonly file: string;
  readonly reader: Reader;
  readonly field: string;
  readonly member: FactsMember | 'missing' | 'extra' | 'file';
  readonly ours: string;
  readonly theirs: string;
}

type FactsByKey = ReadonlyMap<string, StatedFacts>;

export function findDifferences(
  file: string,
  reader: Reader,
  ours: FactsByKey,
  theirs: FactsByKey,
): Difference[] {
  const keys = new Set([...ours.keys(), ...theirs.keys()]);
  return [...keys].flatMap((field) =>
    compareField(ours.get(field), theirs.get(field)).map((found) => ({ file, reader, field, ...found })),
  );
}

type Finding = Pick<Difference, 'member' | 'ours' | 'theirs'>;

function compareField(mine: StatedFacts | undefined, other: StatedFacts | undefined): Finding[] {
  if (mine && other) return compareMembers(mine, other);
  return mine
    ? [{ member: 'extra', ours: 'listed', theirs: '' }]
    : [{ member: 'missing', ours: '', theirs: 'listed' }];
}

function compareMembers(mine: StatedFacts, other: StatedFacts): Finding[] {
  return MEMBERS.filter((member) => mine[member] !== undefined && other[member] !== undefined)
    .map((member) => ({
      member,
      ours: JSON.stringify(mine[member]),
      theirs: JSON.stringify(other[member]),
    }))
    .filter(({ ours, theirs }) => ours !== theirs);
}
