import { parseArgs } from 'node:util';

export interface CorpusEditsOptions {
  readonly only: readonly string[];
  readonly from: number;
  readonly to: number;
  /** Seconds after which no further file is started. */
  readonly seconds: number | undefined;
  readonly json: boolean;
}

/** Parses the options. Throws for an unknown option or an invalid number. */
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
  throw new Error(`${option} expects a positive integer, found ${value}`);
}
