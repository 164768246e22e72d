import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { openPdf } from '@countersign/pdf';
import { complaintsOfQpdf } from '@countersign/pdf/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { buildFile } from '../testing/build-file.ts';
import type { ActiveContentOptions, RemovedContent } from './cleaning-job.ts';
import { strip, stripActiveContent } from './strip.ts';

const folder = mkdtempSync(join(tmpdir(), 'seal-strip-active-'));
afterAll(() => rmSync(folder, { recursive: true }));

const fixture = (name: string): URL => new URL(`../../../fixtures/pdf/active/${name}.pdf`, import.meta.url);

const FILES = ['scripts', 'actions', 'media', 'attachments', 'hidden', 'xfa', 'harmless'];

function stripFixture(name: string, options: ActiveContentOptions = {}) {
  const file = openPdf(new Uint8Array(readFileSync(fixture(name))));
  const report = strip(file, options);
  return { report, file, bytes: Buffer.from(file.rewrite().toBytes()) };
}

/** Returns the bytes, followed by the contents of all streams. */
function readEverything(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  const streams = [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, data = '']) => {
    try {
      return inflateSync(Buffer.from(data, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  return [text, ...streams].join('\n');
}

/** Finds the words by which fixtures mark content to remove or keep. */
function words(bytes: Buffer, prefix: 'GONE' | 'KEPT'): string[] {
  return [...new Set(readEverything(bytes).match(new RegExp(`${prefix}-\\w+`, 'g')))].sort();
}

function build(bodies: Readonly<Record<number, string>>): Uint8Array {
  const objects = Object.entries(bodies).map(([number, body]) => `${number} 0 obj ${body} endobj\n`);
  return Buffer.from(`%PDF-1.7\n${objects.join('')}trailer << /Root 1 0 R >>\n%%EOF`);
}

describe('strip', () => {
  it.each(FILES)('removes every byte of active content from %s.pdf and keeps the rest', (name) => {
    const before = readFileSync(fixture(name));
    const { bytes } = stripFixture(name);
    expect(words(bytes, 'GONE')).toEqual([]);
    expect(words(bytes, 'KEPT')).toEqual(words(before, 'KEPT'));
  });

  it('reports scripts by location', () => {
    const { report } = stripFixture('scripts');
    expect(report.changed).toBe(true);
    expect(report.removedContentCount).toBe(8);
    expect(report.removedContent).toEqual([
      { kind: 'javascript', place: 'document', count: 2 },
      { kind: 'javascript', place: 'document', name: 'start', count: 1 },
      { kind: 'javascript', place: 'field', name: 'name', count: 2 },
      { kind: 'javascript', place: 'field', name: 'order.total', count: 1 },
      { kind: 'javascript', place: 'page', page: 0, count: 1 },
      { kind: 'javascript', place: 'annotation', page: 0, count: 1 },
    ]);
  });

  it('removes each kind of action, also after harmless ones in a chain', () => {
    const { report } = stripFixture('actions');
    expect(countByKind(report.removedContent)).toEqual({
      open_action: 1,
      launch: 4,
      submit_form: 1,
      import_data: 1,
      remote_goto: 3,
      visibility: 1,
      other_action: 1,
    });
    expect(report.removedContent).toContainEqual({
      kind: 'launch',
      place: 'outline',
      name: 'Open file',
      count: 1,
    });
  });

  it('keeps the target of a link whose first action is removed', () => {
    const { bytes } = stripFixture('actions');
    const links = openPdf(bytes).page(0).annotations();
    expect(links).toHaveLength(10);
    expect(String(links[9]?.dict)).toMatch(/\/A/);
    expect(String(links[0]?.dict)).not.toMatch(/\/A\b/);
  });

  it('removes media annotations and their pop-ups', () => {
    const { report, bytes } = stripFixture('media');
    expect(report.removedContent.map(({ kind, count }) => [kind, count])).toEqual([
      ['rich_media', 2],
      ['media', 4],
    ]);
    expect(openPdf(bytes).page(0).annotations()).toHaveLength(1);
  });

  it('removes attachments by name, or keeps them all', () => {
    const names = stripFixture('attachments').report.removedContent.map(({ name }) => name);
    expect(names).toEqual(['a', 'b', undefined, 'GONE-c.csv', 'GONE-d.doc']);
    const kept = stripFixture('attachments', { keepAttachments: true });
    expect(kept.report.changed).toBe(false);
    expect(words(kept.bytes, 'GONE')).toEqual(['GONE-a', 'GONE-b', 'GONE-bytes', 'GONE-c', 'GONE-d']);
  });

  it('removes XFA and keeps the fields', () => {
    const { report, bytes } = stripFixture('xfa');
    expect(report.removedContent).toEqual([{ kind: 'xfa', place: 'document', count: 1 }]);
    expect(bytes.includes('/XFA')).toBe(false);
    expect(openPdf(bytes).page(0).annotations()).toHaveLength(1);
  });

  it('reports hidden content and keeps it', () => {
    const { report } = stripFixture('hidden');
    expect(report).toMatchObject({ changed: false, hiddenLayers: ['Small print'], hiddenAnnotations: 2 });
  });

  // What is printed of such a file is not what the signing page showed.
  it.each([
    ['seen and printed', '/Subtype/Square/F 4', 0],
    ['seen only', '/Subtype/Square', 1],
    ['printed only', '/Subtype/Square/F 36', 1],
    ['hidden', '/Subtype/Square/F 6', 1],
    ['hidden by some readers', '/Subtype/Square/F 5', 1],
    ['a link', '/Subtype/Link', 0],
    ['a field, which becomes content', '/Subtype/Widget/FT/Tx/T(a)', 0],
    ['a field that is not seen', '/Subtype/Widget/FT/Tx/T(a)/F 32', 1],
  ])('counts annotations that are not both seen and printed: %s', (_, entries, hiddenAnnotations) => {
    const bytes = buildFile({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Count 1/MediaBox[0 0 300 200]/Kids[3 0 R]>>',
      3: `<</Type/Page/Parent 2 0 R/Annots[4 0 R<</Type/Annot/Rect[9 9 50 50]${entries}>>]>>`,
      4: `<</Type/Annot/Rect[9 9 50 50]${entries}>>`,
    });
    const report = stripActiveContent(openPdf(bytes));
    expect(report.hiddenAnnotations).toBe(2 * hiddenAnnotations);
  });

  it.each(['harmless', 'hidden'])('changes nothing in %s.pdf', (name) => {
    const { report, file } = stripFixture(name);
    expect(report).toMatchObject({ changed: false, removedContent: [] });
    expect(file.save().segments).toEqual([]);
  });

  it.each(FILES)('finds nothing more in %s.pdf the second time', (name) => {
    expect(strip(openPdf(stripFixture(name).bytes)).removedContentCount).toBe(0);
  });

  it.each(FILES)('gives a file of %s.pdf that is sound to qpdf', (name) => {
    expect(complaintsOfQpdf(stripFixture(name).bytes)).toBe('');
  });
});

describe('stripActiveContent', () => {
  it('creates no objects for a thousand harmless links', () => {
    const numbers = Array.from({ length: 1_000 }, (_, index) => index + 10);
    const links = numbers.map((number) => [
      number,
      '<< /Subtype /Link /A << /S /URI /URI (http://a.example) >> >>',
    ]);
    const list = numbers.map((number) => `${number} 0 R`).join(' ');
    const file = openPdf(
      build({
        1: '<< /Type /Catalog /Pages 2 0 R >>',
        2: '<< /Type /Pages /Count 1 /MediaBox [0 0 9 9] /Kids [3 0 R] >>',
        3: `<< /Type /Page /Parent 2 0 R /Annots [${list}] >>`,
        ...Object.fromEntries(links),
      }),
    );
    const before = file.parsedObjectCount;
    expect(stripActiveContent(file).removedContentCount).toBe(0);
    expect(file.parsedObjectCount - before).toBeLessThanOrEqual(3);
  });

  /** `kids` is in the structure root; object 11 is an element with a file, 14 one without. */
  const tagged = (kids: string) =>
    build({
      1: '<< /Type /Catalog /Pages 2 0 R /StructTreeRoot 10 0 R >>',
      2: '<< /Type /Pages /Count 1 /MediaBox [0 0 9 9] /Kids [3 0 R] >>',
      3: '<< /Type /Page /Parent 2 0 R >>',
      10: `<< /Type /StructTreeRoot /K ${kids} >>`,
      11: '<< /S /Formula /P 10 0 R /K [0 14 0 R << /Type /MCR /MCID 1 >>] /AF [12 0 R] >>',
      12: '<< /Type /Filespec /UF (formula.xml) /EF << /F 13 0 R >> >>',
      13: '<< /Type /EmbeddedFile /Length 7 >> stream\nsecret!\nendstream',
      14: '<< /S /Span /P 11 0 R /K 10 0 R >>',
      15: '[14 0 R 11 0 R]',
    });

  it.each(['11 0 R', '[14 0 R 11 0 R]', '15 0 R'])('removes files of structure elements under %s', (kids) => {
    const file = openPdf(tagged(kids));
    expect(stripActiveContent(file).removedContent).toEqual([
      { kind: 'attachment', place: 'structure', name: 'formula.xml', count: 1 },
    ]);
    const bytes = Buffer.from(file.rewrite().toBytes());
    expect([bytes.includes('secret!'), bytes.includes('/Formula')]).toEqual([false, true]);
    const kept = openPdf(tagged(kids));
    expect(stripActiveContent(kept, { keepAttachments: true }).removedContentCount).toBe(0);
  });

  it('creates no objects for structure elements without files', () => {
    const text = Buffer.from(tagged('[14 0 R]')).toString('latin1');
    const file = openPdf(Buffer.from(text.replace(/AF|EF|EmbeddedFile/g, 'Other'), 'latin1'));
    const before = file.parsedObjectCount;
    expect(stripActiveContent(file).removedContentCount).toBe(0);
    expect(file.parsedObjectCount - before).toBeLessThanOrEqual(1);
  });

  it('walks a chain of 50,000 actions and keeps those that return to the page', () => {
    const numbers = Array.from({ length: 50_000 }, (_, index) => index + 10);
    const chain = numbers.map((number) => [number, `<< /S /Launch /F (x) /Next ${number + 1} 0 R >>`]);
    const file = openPdf(
      build({
        1: '<< /Type /Catalog /Pages 2 0 R >>',
        2: '<< /Type /Pages /Count 1 /MediaBox [0 0 9 9] /Kids [3 0 R] >>',
        3: '<< /Type /Page /Parent 2 0 R /Annots [<< /Subtype /Link /A 10 0 R >>] >>',
        ...Object.fromEntries(chain),
        50010: '<< /S /GoTo /D [3 0 R /Fit] >>',
      }),
    );
    expect(stripActiveContent(file).removedContent).toEqual([
      { kind: 'launch', place: 'annotation', page: 0, count: 50_000 },
    ]);
    expect(String(file.page(0).annotations()[0]?.dict)).toContain('/A 50010 0 R');
  });

  it('keeps an object that only claims to be an action', () => {
    const file = openPdf(
      build({
        1: '<< /Type /Catalog /Pages 2 0 R /AA << /WC 1 0 R /WS 4 0 R >> /Font 4 0 R /S /Launch >>',
        2: '<< /Type /Pages /Count 1 /MediaBox [0 0 9 9] /Kids [3 0 R] >>',
        3: '<< /Type /Page /Parent 2 0 R >>',
        4: '<< /Type /Font /BaseFont /Helvetica >>',
      }),
    );
    expect(stripActiveContent(file).removedContentCount).toBe(2);
    const stripped = openPdf(file.rewrite().toBytes());
    expect([stripped.pageCount, String(stripped.catalog)]).toEqual([1, expect.stringContaining('/Font')]);
    expect(readEverything(Buffer.from(file.rewrite().toBytes()))).toContain('/BaseFont /Helvetica');
  });
});

function countByKind(lines: readonly RemovedContent[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind, count } of lines) counts[kind] = (counts[kind] ?? 0) + count;
  return counts;
}
