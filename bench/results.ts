import type { Timing } from './take-turns.ts';

export interface Row {
  readonly name: string;
  readonly warm?: Timing;
  /** In a new process, start included. */
  readonly cold?: Timing;
  /** Peak memory in MB over a process that only loaded the library. */
  readonly extraMb?: number;
  /** Bytes by which the output is longer than the input. */
  readonly growth?: number;
  readonly note?: string;
}

export interface CaseResult {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly Row[];
}

export type Finding = Omit<Row, 'name'>;

export type Findings = ReadonlyMap<string, Finding>;

/** Returns a row per contender: first those of `order`, then native programs and the baseline. */
export function joinFindings(order: readonly string[], parts: readonly Findings[]): Row[] {
  const found = new Set(parts.flatMap((part) => [...part.keys()]));
  const names = new Set([...order.filter((name) => found.has(name)), ...found]);
  return [...names].map((name) => Object.assign({ name }, ...parts.map((part) => part.get(name))));
}
