/**
 * `npm run forms:compare [-- --json] [FILE of the corpus ...]`: compares our fields of the corpus with those of
 * pdf.js and qpdf.
 */
import { requirePrograms } from '@countersign/pdf/testing';
import { compareFile, type FileComparison, hasCorpus, listFormFiles } from './compare-corpus.ts';
import type { Difference } from './differences.ts';
import { explain } from './explained.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);

/** Maximum characters of a fact; some values are pages long. */
const SHOWN = 120;

function describe(difference: Difference): string {
  const { reader, field, member, ours, theirs } = difference;
  const because = explain(difference)?.because ?? 'NOT EXPLAINED';
  const facts = `ours ${ours.slice(0, SHOWN) || 'none'}, theirs ${theirs.slice(0, SHOWN) || 'none'}`;
  return `    ${reader}, ${member} ${field}: ${facts}\n        ${because}`;
}

function printFile({ file, refused, fields, differences }: FileComparison): void {
  const result = differences.length === 0 ? 'all agree' : `${differences.length} differences`;
  print(`${file}: ${refused ? `refused (${refused})` : `${fields} fields, ${result}`}`);
  for (const difference of differences) print(describe(difference));
}

function summarise(results: readonly FileComparison[]): string {
  const compared = results.filter(({ refused }) => refused === null);
  const differences = compared.flatMap((result) => result.differences);
  const fields = compared.reduce((sum, result) => sum + result.fields, 0);
  const open = differences.filter((difference) => !explain(difference)).length;
  return `${compared.length} files, ${fields} fields, ${differences.length} differences, ${open} not explained`;
}

async function main(): Promise<void> {
  requirePrograms('qpdf');
  if (!hasCorpus) return void print('corpus not found next to the repository; set PDF_CORPUS to its folder');
  const asked = process.argv.slice(2).filter((arg) => arg !== '--json');
  const isJson = process.argv.includes('--json');
  const results: FileComparison[] = [];
  for (const file of asked.length > 0 ? asked : listFormFiles()) {
    const result = await compareFile(file);
    results.push(result);
    if (isJson) print(JSON.stringify(result));
    else printFile(result);
  }
  if (!isJson) print(summarise(results));
}

await main();
