import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** Small inputs and one run, as a smoke test. */
  readonly smoke: boolean;
  /** Prefix of the case ids to run: `fields`, `boxes/scan`. Of the service: `service` or `service/upload`. */
  readonly only: string;
  readonly warm: boolean;
  readonly cold: boolean;
  readonly json: boolean;
  /** Another checkout of this repository, to compare our packages with its own instead of with peers. */
  readonly against?: string;
  /** Writes the tables to bench/README.md. */
  readonly write: boolean;
  /** Warm runs per contender; cold processes are started half as often. */
  readonly runs: number;
}

/** Parses the options. Throws the error of `parseArgs` for an unknown option. */
export function readOptions(argv: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      smoke: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      warm: { type: 'boolean', default: false },
      cold: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      against: { type: 'string' },
      write: { type: 'boolean', default: false },
      runs: { type: 'string', default: '7' },
    },
  });
  return { ...values, runs: values.smoke ? 1 : Number(values.runs) };
}
