import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** Small inputs, one run: proves that the bench works. */
  readonly smoke: boolean;
  /** Only cases whose id begins so: `fields`, `boxes/scan`. */
  readonly only: string;
  /** Only again and again in the same process. */
  readonly warm: boolean;
  /** Only in a new process each time. */
  readonly cold: boolean;
  readonly json: boolean;
  /** Puts the tables into bench/README.md. */
  readonly write: boolean;
  /** Runs of each contender, warm; cold processes are started half as often. */
  readonly runs: number;
}

/** Throws what `parseArgs` throws for an unknown option. */
export function readOptions(argv: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      smoke: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      warm: { type: 'boolean', default: false },
      cold: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      runs: { type: 'string', default: '7' },
    },
  });
  return { ...values, runs: values.smoke ? 1 : Number(values.runs) };
}
