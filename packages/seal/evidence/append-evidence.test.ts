import { openPdf } from '@countersign/pdf';
import { complaintsOfQpdf, readWords } from '@countersign/pdf/testing';
import { describe, expect, it } from 'vitest';
import { createSamplePdf } from '../testing/sample-pdf.ts';
import { appendEvidence } from './append-evidence.ts';
import type { EvidenceReport } from './report.ts';

const REPORT: EvidenceReport = {
  title: 'Bevis för underskrift',
  introduction: 'Sidan hör till dokumentet.',
  footer: 'Dokument 4711\t{page}/{pages}',
  sections: [
    {
      heading: 'Händelser',
      rows: [
        { label: '2026-11-21 14:00:00 UTC', value: 'Öppnat av Łukasz Żółć' },
        { label: '2026-11-21 14:01:00 UTC', value: '署名者 田中 signed' },
        { label: 'Browser', value: 'Strange\u{13000}Browser/1' },
      ],
    },
  ],
};

async function appendTo(rotate: number) {
  const file = openPdf(await createSamplePdf([{ rotate, cropBox: [20, 20, 300, 300] }]));
  const added = await appendEvidence(file, REPORT);
  const saved = file.save().toBytes();
  const words = readWords(saved, 1).map(({ text }) => text);
  return { added, text: words.join(' '), complaints: complaintsOfQpdf(saved) };
}

describe('appendEvidence', () => {
  it.each([0, 90])('adds a page that readers can read after a page rotated by %i', async (rotate) => {
    const { added, text, complaints } = await appendTo(rotate);
    expect(added).toBe(1);
    expect(complaints).toBe('');
    for (const { label, value } of REPORT.sections[0]?.rows.slice(0, 2) ?? []) {
      expect(text).toMatch(new RegExp(`${label}\\s+${value}`));
    }
    expect(text).toMatch(/Dokument 4711\s+1\/1/);
  });

  it('escapes a character that no font has instead of failing', async () => {
    expect((await appendTo(0)).text).toContain('Strange[U+13000]Browser/1');
  });
});
