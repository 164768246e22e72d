import { FormError } from '@countersign/forms';
import { PdfError } from '@countersign/pdf';
import { hasPrograms } from '@countersign/pdf/testing';
import { describe, expect, it } from 'vitest';
import { compareFile, hasCorpus, listFormFiles } from './compare-corpus.ts';
import type { Difference } from './differences.ts';
import { EXPLANATIONS, explain, FILLED_EXPLANATIONS } from './explained.ts';
import { type FilledFile, fillCorpusFile } from './filled-corpus.ts';

/** Refusals are judged by the engine's corpus test. */
async function compareAll(): Promise<{ compared: number; fields: number; differences: Difference[] }> {
  const totals = { compared: 0, fields: 0, differences: [] as Difference[] };
  for (const file of listFormFiles()) {
    const { refused, fields, differences } = await compareFile(file);
    totals.compared += Number(refused === null);
    totals.fields += fields;
    totals.differences.push(...differences);
  }
  return totals;
}

describe.skipIf(!hasCorpus || !hasPrograms('qpdf'))('the fields of other people’s forms', () => {
  it('are those that pdf.js and qpdf find, fact by fact, but for what is explained', async () => {
    const { compared, fields, differences } = await compareAll();
    expect(differences.filter((difference) => !explain(difference))).toEqual([]);
    const used = new Set(differences.map((difference) => explain(difference)));
    expect(EXPLANATIONS.filter((explanation) => !used.has(explanation))).toEqual([]);
    expect(compared).toBeGreaterThan(150);
    expect(fields).toBeGreaterThan(3000);
  }, 240_000);
});

/** One file in this many is filled; all would take a minute. */
const SAMPLE = 5;

describe.skipIf(!hasCorpus)('other people’s forms, filled by us,', () => {
  it('give back every value, to us and to pdf.js', async () => {
    const totals = { files: 0, filled: 0 };
    const [lost, differences]: [string[], Difference[]] = [[], []];
    const always = new Set(FILLED_EXPLANATIONS.map(({ file }) => file));
    for (const file of listFormFiles().filter((name, index) => index % SAMPLE === 0 || always.has(name))) {
      const result = await fillOrRefuse(file);
      totals.files += Number(result !== undefined);
      totals.filled += result?.filled ?? 0;
      lost.push(...(result?.lost ?? []));
      differences.push(...(result?.differences ?? []));
    }
    expect(lost).toEqual([]);
    const all = [...EXPLANATIONS, ...FILLED_EXPLANATIONS];
    expect(differences.filter((difference) => !explain(difference, all))).toEqual([]);
    const used = new Set(differences.map((difference) => explain(difference, FILLED_EXPLANATIONS)));
    expect(FILLED_EXPLANATIONS.filter((explanation) => !used.has(explanation))).toEqual([]);
    expect(totals.files).toBeGreaterThan(25);
    expect(totals.filled).toBeGreaterThan(400);
  }, 120_000);
});

async function fillOrRefuse(file: string): Promise<FilledFile | undefined> {
  try {
    return await fillCorpusFile(file);
  } catch (error) {
    if (error instanceof PdfError || error instanceof FormError) return undefined;
    throw error;
  }
}
