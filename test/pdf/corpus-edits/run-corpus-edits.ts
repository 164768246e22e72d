/**
 * `npm run corpus:edits [-- --only NAME ...] [--from N] [--to N] [--seconds N] [--json]`: edits every accepted file
 * of the corpus (boxes, strip, merge, seal) and compares the results in four readers. Prints the totals even after
 * Ctrl-C. Exits with 1 if there is an unexpected difference.
 */
import { corpusFolder, listCorpus } from '../../../packages/pdf/testing/corpus.ts';
import { addUp, formatTotals, formatVerdict, TABLE_HEAD } from './edits-table.ts';
import { findUnused } from './explained.ts';
import { judgeCorpus } from './judge-corpus.ts';
import { readOptions } from './options.ts';
import { missingReaders } from './readers/installed-readers.ts';

const print = (text: string) => void process.stdout.write(`${text}\n`);

const { only, from, to, seconds, json } = readOptions(process.argv.slice(2));
const all = listCorpus().map(({ file }) => file);
const isAsked = (file: string) => only.length === 0 || only.some((name) => file.includes(name));
const files = all.slice(from - 1, to).filter(isAsked);

if (all.length === 0) print(`corpus not found: no MANIFEST.json in ${corpusFolder}`);
else await run();

async function run(): Promise<void> {
  const start = performance.now();
  for (const name of missingReaders()) print(`${name} is not installed`);
  if (!json) print(TABLE_HEAD);
  const stopped = interruption();
  const verdicts = await judgeCorpus(files, {
    signal: stopped,
    ...(seconds === undefined ? {} : { budget: seconds * 1000 }),
    onVerdict: (verdict) => json || print(formatVerdict(verdict)),
  });
  const totals = addUp(verdicts);
  const isWhole = verdicts.length === all.length && missingReaders().length === 0;
  const unused = isWhole ? findUnused(verdicts.flatMap(({ differences }) => differences)) : [];
  const took = Math.round((performance.now() - start) / 1000);
  if (json) print(JSON.stringify({ totals, unused, seconds: took, files: verdicts }));
  else {
    print(`\n${formatTotals(totals)}`);
    for (const { file, because } of unused) print(`unused explanation: ${file}, ${because}`);
    print(`${verdicts.length} of ${files.length} files in ${took} s`);
  }
  // A thread or process that cannot be ended must not block the exit.
  process.exit(totals.unexplained + unused.length > 0 || stopped.aborted ? 1 : 0);
}

/**
 * Aborts on a signal, so that the results so far are printed. npm forwards signals that the terminal has already
 * sent.
 */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => controller.abort());
  return controller.signal;
}
