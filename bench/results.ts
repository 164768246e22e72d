import type { Timing } from './take-turns.ts';

/** What was measured of one contender in one case. */
export interface Row {
  readonly name: string;
  /** In a process that has done the job before. */
  readonly warm?: Timing;
  /** A process of its own, with its start. */
  readonly cold?: Timing;
  /** Peak memory of the process less that of one that loaded the same and did nothing, in MB. */
  readonly extraMb?: number;
  /** Bytes by which its file is longer than the input. */
  readonly growth?: number;
  /** Why there are no times. */
  readonly note?: string;
}

export interface CaseResult {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly Row[];
}

export type Finding = Omit<Row, 'name'>;

/** What a part of the bench found out about contenders of one case, by name. */
export type Findings = ReadonlyMap<string, Finding>;

/** One row a contender: those of `order` first, natives and the floor after them. */
export function joinFindings(order: readonly string[], parts: readonly Findings[]): Row[] {
  const found = new Set(parts.flatMap((part) => [...part.keys()]));
  const names = new Set([...order.filter((name) => found.has(name)), ...found]);
  return [...names].map((name) => Object.assign({ name }, ...parts.map((part) => part.get(name))));
}
