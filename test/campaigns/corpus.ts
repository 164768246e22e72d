import {
  type CorpusVerdict,
  corpusFolder,
  judgeCorpusFile,
  listCorpus,
} from '../../packages/pdf/testing/corpus.ts';
import type { Campaign } from './campaign.ts';

export const corpus: Campaign = {
  summary: 'reads every file of the corpus; fails on differences from other readers that are not explained',
  takes: ['only'],
  run: async ({ isAsked, print }) => {
    const verdicts = listCorpus()
      .filter(({ file }) => isAsked(file))
      .map((entry) => judgeCorpusFile(entry));
    for (const verdict of verdicts) print(formatRow(verdict));
    const missing = `The corpus is not there: no MANIFEST.json in ${corpusFolder}`;
    return {
      facts: { ...summarise(verdicts), files: verdicts },
      text: verdicts.length === 0 ? missing : `\n${formatSummary(verdicts)}`,
      passed: !verdicts.some(({ isUnexplained }) => isUnexplained),
    };
  },
};

function formatRow(verdict: CorpusVerdict): string {
  const { file, expected, got, pages, expectedPages } = verdict;
  const counted =
    pages === undefined || pages === expectedPages ? `${pages ?? ''}` : `${pages} (${expectedPages ?? '?'})`;
  const cells = [file.padEnd(78), expected.join('|').padEnd(46), got.padEnd(18), counted.padEnd(8)];
  return `${cells.join(' ')} ${verdict.isUnexplained ? '!! UNEXPLAINED' : (verdict.why ?? '')}`.trimEnd();
}

function summarise(all: readonly CorpusVerdict[]) {
  const count = (test: (verdict: CorpusVerdict) => boolean) => all.filter(test).length;
  return {
    corpus: all.length > 0,
    total: all.length,
    asExpected: count(({ isAsExpected }) => isAsExpected),
    sound: count(({ isSound }) => isSound),
    decided: count(({ isSound, isUnexplained }) => !isSound && !isUnexplained),
    unexplained: count(({ isUnexplained }) => isUnexplained),
  };
}

function formatSummary(all: readonly CorpusVerdict[]): string {
  const { total, asExpected, sound, decided, unexplained } = summarise(all);
  return (
    `${total} files: ${asExpected} as the majority of readers has it, ${sound} as a sound reader may have it, ` +
    `${decided} decided otherwise, ${unexplained} unexplained`
  );
}
