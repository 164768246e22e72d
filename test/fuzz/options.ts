import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

export interface FuzzOptions {
  readonly seconds: number;
  readonly seed: number;
  readonly first: number;
  readonly most: number;
  readonly processes: number;
  readonly qpdfShare: number;
  readonly only: string | undefined;
  readonly withCorpus: boolean;
  readonly json: boolean;
  /** Folder for inputs with findings. */
  readonly keep: string | undefined;
  readonly reproduce: string | undefined;
  readonly file: string | undefined;
  /** Minimises the input, written to `keep`. */
  readonly minimise: boolean;
}

export const USAGE = `npm run fuzz -- [options]
  --seconds N        time to run (60)
  --seed S           which sequence of inputs (1)
  --first N          number of the first input (0)
  --inputs N         stop after as many inputs
  --processes N      processes side by side (one for each core, at most 4)
  --qpdf SHARE       share of inputs that qpdf is asked about (0.3)
  --only TEXT        seed files whose name contains the text
  --no-corpus        fixtures only
  --keep DIR         write what found something into a folder
  --reproduce ID     one input, by the id that a find printed
  --file PATH        one file as it is
  --minimise         with --reproduce or --file: make it smaller while it shows the same
  --json             print the result as JSON`;

/** Parses the command line. Throws for an unknown option. */
export function readOptions(args: readonly string[]): FuzzOptions {
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      first: { type: 'string', default: '0' },
      inputs: { type: 'string', default: String(Number.MAX_SAFE_INTEGER) },
      processes: { type: 'string', default: String(Math.min(4, availableParallelism())) },
      qpdf: { type: 'string', default: '0.3' },
      only: { type: 'string' },
      corpus: { type: 'boolean', default: true },
      keep: { type: 'string' },
      reproduce: { type: 'string' },
      file: { type: 'string' },
      minimise: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  return {
    seconds: Number(values.seconds),
    seed: Number(values.seed),
    first: Number(values.first),
    most: Number(values.inputs),
    processes: Number(values.processes),
    qpdfShare: Number(values.qpdf),
    only: values.only,
    withCorpus: values.corpus,
    json: values.json,
    keep: values.keep,
    reproduce: values.reproduce,
    file: values.file,
    minimise: values.minimise,
  };
}
