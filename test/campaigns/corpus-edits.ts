import { corpusFolder, listCorpus } from '../../packages/pdf/testing/corpus.ts';
import { addUp, formatTotals, formatVerdict, TABLE_HEAD } from '../pdf/corpus-edits/edits-table.ts';
import { findUnused } from '../pdf/corpus-edits/explained.ts';
import { judgeCorpus } from '../pdf/corpus-edits/judge-corpus.ts';
import { missingReaders } from '../pdf/corpus-edits/readers/installed-readers.ts';
import { type Campaign, readCount } from './campaign.ts';

/** The totals are reported even after Ctrl-C. */
export const corpusEdits: Campaign = {
  summary:
    'edits every accepted file of the corpus (boxes, strip, merge) and compares the results in four readers',
  takes: ['only', 'seconds'],
  own: {
    from: { type: 'string', help: 'number of the first file (1)' },
    to: { type: 'string', help: 'number of the last file' },
  },
  run: async ({ isAsked, seconds, own, signal, print }) => {
    const start = performance.now();
    const all = listCorpus().map(({ file }) => file);
    if (all.length === 0) print(`corpus not found: no MANIFEST.json in ${corpusFolder}`);
    const [from, to] = [
      readCount('from', String(own.from ?? 1)),
      readCount('to', String(own.to ?? (all.length || 1))),
    ];
    const files = all.slice(from - 1, to).filter(isAsked);
    for (const name of missingReaders()) print(`${name} is not installed`);
    print(TABLE_HEAD);
    const verdicts = await judgeCorpus(files, {
      signal,
      ...(seconds === undefined ? {} : { budget: seconds * 1000 }),
      onVerdict: (verdict) => print(formatVerdict(verdict)),
    });
    const totals = addUp(verdicts);
    const isWhole = verdicts.length === all.length && missingReaders().length === 0;
    const unused = isWhole ? findUnused(verdicts.flatMap(({ differences }) => differences)) : [];
    const took = Math.round((performance.now() - start) / 1000);
    return {
      facts: { totals, unused, seconds: took, files: verdicts },
      text: [
        `\n${formatTotals(totals)}`,
        ...unused.map(({ file, because }) => `unused explanation: ${file}, ${because}`),
        `${verdicts.length} of ${files.length} files in ${took} s`,
      ].join('\n'),
      passed: totals.unexplained + unused.length === 0 && !signal.aborted,
    };
  },
};
