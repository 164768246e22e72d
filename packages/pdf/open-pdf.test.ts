import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFRef } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { PdfError } from './errors.ts';
import { openPdf } from './open-pdf.ts';
import { openFileSource } from './read/byte-source.ts';
import { type BuiltKind, buildPdf, pageBodies } from './testing/build-pdf.ts';

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof PdfError) return error.code;
    throw error;
  }
  return 'none';
}

describe('openPdf', () => {
  it.each<BuiltKind>(['table', 'stream', 'hybrid'])(
    'reads pages of a file with a cross-reference of kind %s',
    (kind) => {
      const file = openPdf(buildPdf(pageBodies(3), { kind, compressed: [2, 3, 5, 7] }));
      expect(file.pageCount).toBe(3);
      expect(file.repaired).toBe(false);
      expect(file.page(2).geometry.displayedWidth).toBe(300);
      expect([...file.pages()].map((page) => page.ref.objectNumber)).toEqual([3, 5, 7]);
    },
  );

  it('counts offsets from a header that has junk before it', () => {
    const file = openPdf(buildPdf(pageBodies(1), { junk: 'HTTP/1.1 200 OK\r\n\r\n' }));
    expect([file.pageCount, file.repaired]).toEqual([1, false]);
  });

  it('touches nothing but the catalog, the tree and the first and last page', () => {
    const file = openPdf(buildPdf(pageBodies(500)));
    expect(file.pageCount).toBe(500);
    file.page(250);
    expect(file.parsedObjectCount).toBe(5);
  });

  it('does not read the bytes of streams whose dictionaries it reads', () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-open-'));
    const path = join(folder, 'scan.pdf');
    const pixels = 'x'.repeat(3_000_000);
    const bodies = pageBodies(2);
    bodies[20] = `<< /Type /XObject /Subtype /Image /Length ${pixels.length} >>\nstream\n${pixels}\nendstream`;
    writeFileSync(path, buildPdf(bodies));
    const file = openPdf(path);
    for (const number of [3, 4, 5, 6, 20]) file.context.lookup(PDFRef.of(number));
    expect(file.source.bytesRead).toBeLessThan(150_000);
    file.close();
    rmSync(folder, { recursive: true });
  });

  it('rebuilds a broken cross-reference and says so', () => {
    const text = Buffer.from(buildPdf(pageBodies(2)))
      .toString('latin1')
      .replace(/startxref\n\d+/, 'startxref\n7');
    const file = openPdf(Buffer.from(text, 'latin1'));
    expect([file.pageCount, file.repaired]).toEqual([2, true]);
    expect(() => file.saveIncremental()).toThrow(PdfError);
  });

  it('finds an object whose entry points elsewhere and says so', () => {
    const bytes = Buffer.from(buildPdf(pageBodies(2)));
    const text = bytes.toString('latin1');
    const entry = String(text.indexOf('5 0 obj')).padStart(10, '0');
    const file = openPdf(Buffer.from(text.replace(`${entry} 00000 n`, '0000000020 00000 n'), 'latin1'));
    expect(file.page(1).ref.objectNumber).toBe(5);
    expect(file.repaired).toBe(true);
  });

  it('corrects a wrong page count', () => {
    const bodies = pageBodies(3);
    bodies[2] = bodies[2]?.replace('/Count 3', '/Count 9') ?? '';
    const file = openPdf(buildPdf(bodies));
    expect([file.pageCount, file.repaired]).toEqual([3, true]);
  });

  it('survives a page tree that bites its tail', () => {
    const bodies = pageBodies(1);
    bodies[2] = bodies[2]?.replace('/Kids [', '/Kids [2 0 R ').replace('/Count 1', '/Count 2') ?? '';
    expect(openPdf(buildPdf(bodies)).pageCount).toBe(1);
  });

  it('gives undefined for a reference that leads nowhere or to itself', () => {
    const file = openPdf(buildPdf({ ...pageBodies(1), 9: '9 0 R' }));
    expect(file.context.lookup(PDFRef.of(77))).toBeUndefined();
  });

  it('closes what it opened when it refuses', () => {
    const source = openFileSource(import.meta.filename);
    expect(codeOf(() => openPdf(source))).toBe('not_a_pdf');
    source.close();
  });
});

describe('what openPdf refuses', () => {
  it.each([
    ['not_a_pdf', Buffer.from('hello')],
    ['not_a_pdf', Buffer.alloc(0)],
    ['damaged', Buffer.from('%PDF-1.7\nnothing')],
    [
      'no_pages',
      buildPdf({ 1: '<< /Type /Catalog /Pages 2 0 R >>', 2: '<< /Type /Pages /Count 0 /Kids [] >>' }),
    ],
    ['damaged', buildPdf({ 1: '<< /Type /Catalog >>' })],
    ['locked', buildPdf(pageBodies(1), { trailer: '/Encrypt << /Filter /Adobe.PubSec >>' })],
    ['xfa_not_supported', buildPdf({ ...pageBodies(1), 1: dynamicXfa() })],
  ])('%s', (code, bytes) => {
    expect(codeOf(() => openPdf(bytes))).toBe(code);
  });

  it('too_complex: nesting beyond the limit', () => {
    const bodies = { ...pageBodies(1), 1: `<< /Type /Catalog /Pages 2 0 R /X ${'['.repeat(1000)} >>` };
    expect(codeOf(() => openPdf(buildPdf(bodies)))).toBe('too_complex');
  });

  it('too_complex: more pages than the limit', () => {
    expect(codeOf(() => openPdf(buildPdf(pageBodies(5)), { limits: { pages: 4 } }))).toBe('too_complex');
  });

  it('page_out_of_range, with the count', () => {
    const file = openPdf(buildPdf(pageBodies(2)));
    expect(codeOf(() => file.page(2))).toBe('page_out_of_range');
    expect(codeOf(() => file.page(-1))).toBe('page_out_of_range');
  });
});

function dynamicXfa(): string {
  return '<< /Type /Catalog /Pages 2 0 R /NeedsRendering true /AcroForm << /Fields [] /XFA [(a) (b)] >> >>';
}
