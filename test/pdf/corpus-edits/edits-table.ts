import type { Difference } from './differences.ts';
import { EDIT_NAMES } from './edited-file.ts';
import { explain } from './explained.ts';
import type { FileVerdict, GivenUp, Grades } from './judge-file.ts';
import { GIVE_UPS, type GiveUp } from './readers/process-limits.ts';
import { type Grade, READER_NAMES, type ReaderName } from './readers/reader.ts';

type Column = keyof Grades;
const COLUMNS: readonly Column[] = ['original', ...EDIT_NAMES];

export type GradeCounts = Readonly<Record<Column, Readonly<Record<Grade, number>>>>;

export type GiveUpCounts = Readonly<Record<GiveUp, number>>;

export interface Totals {
  readonly files: number;
  readonly refused: number;
  readonly accepted: number;
  readonly edits: number;
  readonly boxes: number;
  readonly comparedPages: number;
  /** Originals that a reader did not finish, by reason; their edits are not read. */
  readonly gaveUpOnOriginals: GiveUpCounts;
  /** Edits that a reader did not finish although it read the original: each is a difference. */
  readonly gaveUpOnEdits: GiveUpCounts;
  readonly readers: Readonly<Record<ReaderName, GradeCounts>>;
  readonly differences: number;
  readonly explained: number;
  readonly unexplained: number;
}

export function addUp(verdicts: readonly FileVerdict[]): Totals {
  const accepted = verdicts.filter(({ refused }) => refused === undefined);
  const differences = accepted.flatMap((verdict) => verdict.differences);
  const explained = differences.filter((difference) => explain(difference)).length;
  const givenUp = accepted.flatMap((verdict) => verdict.givenUp);
  const sum = (count: (verdict: FileVerdict) => number) =>
    accepted.reduce((total, verdict) => total + count(verdict), 0);
  return {
    files: verdicts.length,
    refused: verdicts.length - accepted.length,
    accepted: accepted.length,
    edits: sum(({ edits }) => edits),
    boxes: sum(({ boxes }) => boxes),
    comparedPages: sum(({ comparedPages }) => comparedPages),
    gaveUpOnOriginals: countGiveUps(givenUp.filter(({ of }) => of === 'original')),
    gaveUpOnEdits: countGiveUps(givenUp.filter(({ of }) => of !== 'original')),
    readers: tabulate(READER_NAMES, (reader) => countGrades(accepted, reader)),
    differences: differences.length,
    explained,
    unexplained: differences.length - explained,
  };
}

function countGiveUps(givenUp: readonly GivenUp[]): GiveUpCounts {
  return tabulate(GIVE_UPS, (reason) => givenUp.filter((one) => one.reason === reason).length);
}

function countGrades(verdicts: readonly FileVerdict[], reader: ReaderName): GradeCounts {
  const count = (column: Column, grade: Grade) =>
    verdicts.filter(({ grades }) => grades[column][reader] === grade).length;
  return tabulate(COLUMNS, (column) => ({
    clean: count(column, 'clean'),
    complains: count(column, 'complains'),
    fails: count(column, 'fails'),
  }));
}

function tabulate<Key extends string, Value>(
  keys: readonly Key[],
  compute: (key: Key) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, compute(key)])) as Record<Key, Value>;
}

/** Formats a file: one line, one more for each reader that gave up on the original, two for each difference. */
export function formatVerdict({ file, refused, grades, givenUp, differences }: FileVerdict): string {
  const cells = READER_NAMES.map((reader) =>
    COLUMNS.map((column) => SIGNS[grades[column][reader] ?? 'absent'])
      .join(' ')
      .padEnd(9),
  );
  if (refused !== undefined) return `${file.padEnd(NAME_WIDTH)} refused: ${refused}`;
  return [
    `${file.padEnd(NAME_WIDTH)} ${cells.join(' ')}`.trimEnd(),
    ...givenUp
      .filter(({ of }) => of === 'original')
      .map(({ reader, reason }) => `    original, ${reader}, gave up: ${reason}`),
    ...differences.map(formatDifference),
  ].join('\n');
}

const NAME_WIDTH = 78;
const SIGNS = { clean: '+', complains: '~', fails: '-', absent: '?' } as const;

/** The legend of the signs. */
export const TABLE_HEAD =
  `${'file'.padEnd(NAME_WIDTH)} ${READER_NAMES.map((reader) => reader.padEnd(9))
    .join(' ')
    .trimEnd()}\n` +
  `${' '.repeat(NAME_WIDTH)} five signs each: the original, boxes and page placed, stripped, merged, sealed\n` +
  `${' '.repeat(NAME_WIDTH)} + clean, ~ complains, - fails or draws no page, ? not asked: it gave up on the original`;

const SHOWN = 240;

function formatDifference(difference: Difference): string {
  const { edit, reader, kind, detail } = difference;
  const because = explain(difference)?.because ?? '!! UNEXPLAINED';
  return `    ${edit}, ${reader ?? 'ours'}, ${kind}: ${detail.slice(0, SHOWN)}\n        ${because}`;
}

export function formatTotals(totals: Totals): string {
  const { files, refused, accepted, edits, boxes, comparedPages } = totals;
  const lines = [
    `${files} files, ${refused} refused, ${accepted} accepted: ${edits} edited files, ${boxes} boxes, ${comparedPages} pages compared`,
    '',
    `${'clean / complains / fails'.padEnd(28)}${COLUMNS.map((column) => column.padEnd(16)).join('')}`.trimEnd(),
    ...READER_NAMES.map((reader) => formatGrades(reader, totals.readers[reader])),
    '',
    `${formatGiveUps(totals.gaveUpOnOriginals)} a reader gave up on the original and was not asked about what was made of it`,
    `${formatGiveUps(totals.gaveUpOnEdits)} a reader gave up on an edited file and not on the original`,
    `${totals.differences} differences, ${totals.explained} explained, ${totals.unexplained} unexplained`,
  ];
  return lines.join('\n');
}

function formatGiveUps(counts: GiveUpCounts): string {
  const reasons = GIVE_UPS.filter((reason) => counts[reason] > 0);
  const all = reasons.reduce((sum, reason) => sum + counts[reason], 0);
  const parts = reasons.map((reason) => `${counts[reason]} ${reason}`);
  return all === 0 ? '0 times' : `${all} times (${parts.join(', ')})`;
}

function formatGrades(reader: ReaderName, counts: GradeCounts): string {
  const cells = COLUMNS.map((column) => {
    const { clean, complains, fails } = counts[column];
    return `${clean} / ${complains} / ${fails}`.padEnd(16);
  });
  return `${reader.padEnd(28)}${cells.join('')}`.trimEnd();
}
