/** The script of `npm run corpus [-- --json]`. It exits with 1 for an unexplained difference. */
import { type CorpusVerdict, corpusFolder, judgeCorpusFile, listCorpus } from './corpus.ts';

const verdicts = listCorpus().map((entry) => judgeCorpusFile(entry));
if (process.argv.includes('--json')) print(JSON.stringify({ ...summarise(verdicts), files: verdicts }));
else if (verdicts.length === 0) print(`The corpus is not there: no MANIFEST.json in ${corpusFolder}`);
else print(`${verdicts.map(formatRow).join('\n')}\n\n${formatSummary(verdicts)}`);
process.exitCode = verdicts.some(({ isUnexplained }) => isUnexplained) ? 1 : 0;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

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
