import { requirePrograms } from '@countersign/pdf/testing';
import {
  compareFile,
  type FileComparison,
  hasCorpus,
  listFormFiles,
} from '../pdf/forms-compare/compare-corpus.ts';
import type { Difference } from '../pdf/forms-compare/differences.ts';
import { explain } from '../pdf/forms-compare/explained.ts';
import type { Campaign } from './campaign.ts';

export const formsCompare: Campaign = {
  summary: 'compares our form fields of the corpus with those of pdf.js and qpdf',
  takes: ['only'],
  run: async ({ isAsked, print }) => {
    requirePrograms('qpdf');
    const results: FileComparison[] = [];
    for (const file of hasCorpus ? listFormFiles().filter(isAsked) : []) {
      const result = await compareFile(file);
      results.push(result);
      print(describeFile(result));
    }
    const missing = 'corpus not found next to the repository; set PDF_CORPUS to its folder';
    return { facts: results, text: hasCorpus ? summarise(results) : missing, passed: true };
  },
};

/** Maximum characters of a fact; some values are pages long. */
const SHOWN = 120;

function describe(difference: Difference): string {
  const { reader, field, member, ours, theirs } = difference;
  const because = explain(difference)?.because ?? 'NOT EXPLAINED';
  const facts = `ours ${ours.slice(0, SHOWN) || 'none'}, theirs ${theirs.slice(0, SHOWN) || 'none'}`;
  return `    ${reader}, ${member} ${field}: ${facts}\n        ${because}`;
}

function describeFile({ file, refused, fields, differences }: FileComparison): string {
  const result = differences.length === 0 ? 'all agree' : `${differences.length} differences`;
  const heading = `${file}: ${refused ? `refused (${refused})` : `${fields} fields, ${result}`}`;
  return [heading, ...differences.map(describe)].join('\n');
}

function summarise(results: readonly FileComparison[]): string {
  const compared = results.filter(({ refused }) => refused === null);
  const differences = compared.flatMap((result) => result.differences);
  const fields = compared.reduce((sum, result) => sum + result.fields, 0);
  const open = differences.filter((difference) => !explain(difference)).length;
  return `${compared.length} files, ${fields} fields, ${differences.length} differences, ${open} not explained`;
}
