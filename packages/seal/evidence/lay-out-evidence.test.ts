import { A4 } from '@countersign/pdf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MARGIN } from '../placement/check-boxes.ts';
import { layOutEvidence } from './lay-out-evidence.ts';
import { type EvidencePage, TEXT_WIDTH } from './page-filler.ts';
import type { EvidenceReport } from './report.ts';

const measure = (text: string) => text.length / 2;

function reportOf(rows: EvidenceReport['sections'][number]['rows'], heading = 'Events'): EvidenceReport {
  return { title: 'Evidence', introduction: 'About', footer: 'Foot', sections: [{ heading, rows }] };
}

const linesOf = ({ parts }: EvidencePage) => parts.flatMap(({ lines }) => lines);
const textsOf = (report: EvidenceReport) =>
  layOutEvidence(report, measure).map((page) => linesOf(page).map(({ text }) => text));

describe('layOutEvidence', () => {
  it('keeps every word inside the margins, at any length', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 400 });
    const rows = fc.array(fc.record({ label: fc.constant('label'), words }), { maxLength: 30 });
    fc.assert(
      fc.property(rows, (drawn) => {
        const report = reportOf(drawn.map(({ label, words }) => ({ label, value: words.join(' ') })));
        const lines = layOutEvidence(report, measure).flatMap(linesOf);
        const said = lines.map(({ text }) => text).join(' ');
        const expected = drawn.flatMap(({ label, words }) => [label, ...words]);
        expect(said.split(' ').toSorted()).toEqual(['About', 'Events', 'Evidence', ...expected].toSorted());
        for (const { text, size, x, y } of lines) {
          expect(x + measure(text) * size).toBeLessThanOrEqual(MARGIN + TEXT_WIDTH + 1e-6);
          expect(y).toBeLessThanOrEqual(A4.height - MARGIN);
          expect(y - size).toBeGreaterThanOrEqual(MARGIN - 1e-6);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('never draws two lines of a column over each other', () => {
    const rows = Array.from({ length: 90 }, (_, index) => ({
      label: `l${index}`,
      value: 'word '.repeat(index),
    }));
    for (const page of layOutEvidence(reportOf(rows), measure)) {
      const lines = linesOf(page);
      for (const x of new Set(lines.map((line) => line.x))) {
        const heights = lines.filter((line) => line.x === x).map(({ y }) => y);
        expect(new Set(heights).size).toBe(heights.length);
      }
    }
  });

  it('keeps a row on one page, and a heading with its first row', () => {
    const filler = Array.from({ length: 54 }, (_, index) => ({ label: `row ${index}`, value: 'fact' }));
    const long = { label: 'long', value: Array.from({ length: 6 }, () => 'line').join('\n') };
    const report = reportOf(filler);
    const pages = textsOf({ ...report, sections: [...report.sections, { heading: 'Next', rows: [long] }] });
    const last = pages.at(-1) ?? [];
    expect(pages.length).toBe(2);
    expect(last.filter((text) => text === 'line')).toHaveLength(6);
    expect(last).toContain('Next');
  });

  it('keeps a short section on one page, with the name that it is about', () => {
    const filler = Array.from({ length: 40 }, (_, index) => ({ label: `row ${index}`, value: 'fact' }));
    const facts = Array.from({ length: 8 }, (_, index) => ({ label: `fact ${index}`, value: 'about Ada' }));
    const report = reportOf(filler);
    const sections = [...report.sections, { heading: 'Signee 1: Ada', rows: facts }];
    const pages = textsOf({ ...report, sections });
    const last = pages.at(-1) ?? [];
    expect(pages).toHaveLength(2);
    expect(last).toContain('Signee 1: Ada');
    expect(last.filter((text) => text === 'about Ada')).toHaveLength(8);
  });

  it('divides a row longer than a page', () => {
    const value = Array.from({ length: 200 }, (_, index) => `line ${index}`).join('\n');
    const pages = textsOf(reportOf([{ label: 'long', value }]));
    expect(pages.length).toBe(5);
    expect(pages.flat().filter((text) => text.startsWith('line '))).toHaveLength(200);
  });
});
