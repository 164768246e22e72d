import { parseArgs } from 'node:util';

export interface CorpusEditsOptions {
  /** Parts of the names of the files that are judged; all when there is none. */
  readonly only: readonly string[];
  /** Number of the first file, from 1. */
  readonly from: number;
  /** Number of the last file. */
  readonly to: number;
  /** No further file is begun after so many seconds. */
  readonly seconds: number | undefined;
  readonly json: boolean;
}

/** Throws for an unknown option, and for a number that is none. */
export function readOptions(args: readonly string[]): CorpusEditsOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true, default: [] },
      from: { type: 'string', default: '1' },
      to: { type: 'string' },
      seconds: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const { only, json } = values;
  const seconds = values.seconds === undefined ? undefined : readCount('--seconds', values.seconds);
  const to = values.to === undefined ? Number.POSITIVE_INFINITY : readCount('--to', values.to);
  return { only, from: readCount('--from', values.from), to, seconds, json };
}

function readCount(option: string, value: string): number {
  const count = Number(value);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Error(`${option} takes a whole number above 0, found ${value}`);
}
