import type { OutsideProgram } from '@countersign/pdf/testing';

interface Option {
  readonly type: 'string' | 'boolean';
  readonly help: string;
}

/** Options with one meaning in every campaign that takes them. `--json` and `--help` are taken by all. */
export const SHARED_OPTIONS = {
  seed: { type: 'string', help: 'which sequence of cases (1)' },
  seconds: { type: 'string', help: 'time after which no further case is begun' },
  count: { type: 'string', help: 'how many cases' },
  only: { type: 'string', help: 'cases whose name contains the text; may be repeated' },
  keep: { type: 'string', help: 'folder for what the campaign writes' },
} as const satisfies Readonly<Record<string, Option>>;

export type SharedOption = keyof typeof SHARED_OPTIONS;

export interface CampaignCall {
  readonly seed: number;
  readonly seconds: number | undefined;
  readonly count: number | undefined;
  /** Whether the case is asked for by `--only`; all are if it is not given. */
  isAsked(name: string): boolean;
  readonly keep: string | undefined;
  /** The values of the campaign's own options. */
  readonly own: Readonly<Record<string, string | boolean | undefined>>;
  /** Aborts on Ctrl-C, so that a campaign can report what it has so far. */
  readonly signal: AbortSignal;
  /** Prints a line at once, unless the report is asked for as JSON. */
  print(line: string): void;
}

export interface CampaignReport {
  /** The report for `--json`. */
  readonly facts: unknown;
  /** The report for people, after the lines that were printed. */
  readonly text: string;
  readonly passed: boolean;
}

export interface Campaign {
  readonly summary: string;
  readonly takes: readonly SharedOption[];
  readonly own?: Readonly<Record<string, Option>>;
  /** Programs without which a part of the campaign is left out. */
  readonly asks?: readonly OutsideProgram[];
  run(call: CampaignCall): Promise<CampaignReport>;
}

/** The campaign cannot be run as it was asked for. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Reads a whole number above 0. Throws {@link UsageError}. */
export function readCount(name: string, value: string): number {
  const count = Number(value);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new UsageError(`--${name}: expected a whole number above 0, found ${value}`);
}

/** Returns a table in Markdown whose first column is text. */
export function formatTable(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const rule = ['---', ...head.slice(1).map(() => '---:')];
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
