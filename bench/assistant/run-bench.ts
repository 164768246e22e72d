/**
 * `npm run bench:assistant [-- --verbose]`: asks the questions in `fixtures/assistant` and prints how many are answered by the first
 * passage and by the first three, how many without an answer are refused, and how many facts are found.
 */
import { parseArgs } from 'node:util';
import { evaluate, type FactOutcome, type Outcome } from './evaluate.ts';

const { values } = parseArgs({
  options: { verbose: { type: 'boolean', default: false }, set: { type: 'string' } },
});
const { outcomes, facts } = await evaluate();

if (values.verbose) printFailures();
console.log('| set | language | questions | first | first three | answered | without answer | refused |');
console.log('| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |');
for (const set of ['tuning', 'held-out'] as const) {
  const own = outcomes.filter(({ document }) => document.set === set);
  for (const language of ['en', 'sv', 'es', 'de', 'fr']) {
    printRow(
      set,
      language,
      own.filter(({ document }) => document.language === language),
    );
  }
  printRow(
    set,
    'other than the document',
    own.filter(({ question, document }) => question.language !== document.language),
  );
  printRow(set, 'all', own);
}
console.log('\n| set | facts | found | precision | recall |\n| --- | ---: | ---: | ---: | ---: |');
for (const set of ['tuning', 'held-out'] as const)
  printFacts(
    set,
    facts.filter(({ document }) => document.set === set),
  );

function printRow(set: string, language: string, rows: readonly Outcome[]): void {
  const answerable = rows.filter(({ question }) => question.answers.length > 0);
  const others = rows.filter(({ question }) => question.answers.length === 0);
  const first = answerable.filter(({ rank }) => rank === 1).length;
  const three = answerable.filter(({ rank }) => rank > 0).length;
  const found = answerable.filter((row) => row.found && row.rank > 0).length;
  const refused = others.filter((row) => !row.found).length;
  const cells = [
    answerable.length,
    share(first, answerable.length),
    share(three, answerable.length),
    share(found, answerable.length),
    others.length,
    share(refused, others.length),
  ];
  console.log(`| ${set} | ${language} | ${cells.join(' | ')} |`);
}

function printFacts(set: string, rows: readonly FactOutcome[]): void {
  const right = rows.reduce((sum, row) => sum + row.right.length, 0);
  const wrong = rows.reduce((sum, row) => sum + row.wrong.length, 0);
  const missed = rows.reduce((sum, row) => sum + row.missed.length, 0);
  console.log(
    `| ${set} | ${right + missed} | ${right + wrong} | ${share(right, right + wrong)} | ${share(right, right + missed)} |`,
  );
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : `${Math.round((100 * part) / whole)} %`;
}

function printFailures(): void {
  for (const { question, document, rank, found, first, coverage } of outcomes) {
    if (values.set !== undefined && values.set !== document.set) continue;
    const isAnswerable = question.answers.length > 0;
    if (isAnswerable ? rank === 1 && found : !found) continue;
    const what = isAnswerable ? `rank ${rank}${found ? '' : ', refused'}` : 'not refused';
    console.log(`${document.name}: ${question.question} -> ${what} (${coverage.toFixed(2)})`);
    console.log(`    ${first.slice(0, 110)}`);
  }
  for (const { document, wrong, missed } of facts) {
    if (values.set !== undefined && values.set !== document.set) continue;
    if (wrong.length > 0) console.log(`${document.name}: wrong: ${wrong.join('; ')}`);
    if (missed.length > 0) console.log(`${document.name}: missed: ${missed.join('; ')}`);
  }
}
