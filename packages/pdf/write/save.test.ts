import fc from 'fast-check';
import { PDFDocument, PDFHexString, PDFName, PDFNumber, PDFRef } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { appendBlankPage, appendPageContent } from '../pages/page-content.ts';
import { type BuiltKind, buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { complaintsOfQpdf } from '../testing/check-with-qpdf.ts';

const kinds = ['table', 'stream', 'hybrid'] as const;
const ROTATE = PDFName.of('Rotate');

function open(kind: BuiltKind, pages = 3) {
  const bytes = buildPdf(pageBodies(pages), { kind, compressed: [1, 2, 3, 5], trailer: '/ID [<aa> <bb>]' });
  return { bytes, file: openPdf(bytes) };
}

describe.each(kinds)('saving a file of kind %s', (kind) => {
  it('appends nothing when nothing changed, however much was looked at', () => {
    const { bytes, file } = open(kind);
    for (let number = 1; number < 12; number += 1) file.context.lookup(PDFRef.of(number));
    expect(file.saveIncremental().increment).toHaveLength(0);
    expect(Buffer.compare(file.save().toBytes(), bytes)).toBe(0);
  });

  it('continues the original with a section of its own kind', () => {
    const { bytes, file } = open(kind);
    file.page(1).dict.set(ROTATE, file.context.obj(90));
    const saved = file.save().toBytes();
    expect(Buffer.compare(saved.subarray(0, bytes.length), bytes)).toBe(0);
    const increment = Buffer.from(saved.subarray(bytes.length)).toString('latin1');
    expect(increment.includes('/XRef')).toBe(kind === 'stream');
    expect(increment.includes('trailer')).toBe(kind !== 'stream');
    expect(complaintsOfQpdf(saved)).toBe('');
    expect(openPdf(saved).page(1).geometry.rotate).toBe(90);
  });

  it('keeps the first half of /ID and changes the second', () => {
    const { file } = open(kind);
    file.page(0).dict.set(ROTATE, file.context.obj(180));
    const id = openPdf(file.save().toBytes()).trailer.lookup(PDFName.of('ID'));
    expect(String(id)).toMatch(/^\[ <aa> <[0-9a-f]{32}> \]$/);
  });

  it('changes the second half of /ID every time, also when an object only goes or nothing changed', () => {
    const { file } = open(kind);
    file.context.delete(PDFRef.of(8));
    const second = openPdf(file.save().toBytes());
    second.context.delete(PDFRef.of(6));
    const third = openPdf(second.save().toBytes());
    const fourth = openPdf(third.rewrite().toBytes());
    const fifth = openPdf(fourth.rewrite().toBytes());
    const ids = [second, third, fourth, fifth].map(({ trailer }) => String(trailer.lookup(PDFName.of('ID'))));
    expect(new Set(ids).size).toBe(4);
  });

  it('frees what was deleted', () => {
    const { file } = open(kind);
    file.page(2).dict.delete(PDFName.of('Contents'));
    file.context.delete(PDFRef.of(8));
    const saved = file.save().toBytes();
    expect(complaintsOfQpdf(saved)).toBe('');
    expect(openPdf(saved).context.lookup(PDFRef.of(8))).toBeUndefined();
  });

  it('can be saved again and again', () => {
    let { bytes } = open(kind);
    for (let round = 0; round < 4; round += 1) {
      const file = openPdf(bytes);
      appendBlankPage(file);
      bytes = file.save().toBytes();
    }
    expect(openPdf(bytes).pageCount).toBe(7);
    expect(complaintsOfQpdf(bytes)).toBe('');
  });

  it('rewrites what can be reached and leaves out the rest', () => {
    const { file } = open(kind);
    file.context.register(file.context.obj({ Secret: PDFHexString.fromText('orphan') }));
    file.page(1).dict.set(ROTATE, file.context.obj(270));
    const saved = Buffer.from(file.rewrite().toBytes());
    expect(saved.includes('/Secret')).toBe(false);
    expect(complaintsOfQpdf(saved)).toBe('');
    const again = openPdf(saved);
    expect([again.pageCount, again.page(1).geometry.rotate]).toEqual([3, 270]);
  });
});

describe('an increment', () => {
  const rotate = (bytes: Uint8Array) => {
    const file = openPdf(bytes);
    file.page(0).dict.set(ROTATE, file.context.obj(90));
    return file.save().toBytes();
  };

  it.each(kinds)('counts offsets from the header after junk, of kind %s', (kind) => {
    const saved = rotate(buildPdf(pageBodies(2), { kind, compressed: [1, 2], junk: 'From: somebody\n\n' }));
    expect(complaintsOfQpdf(saved)).toBe('');
    const again = openPdf(saved);
    expect([again.repaired, again.page(0).geometry.rotate]).toEqual([false, 90]);
  });

  it.each(kinds)('begins on a new line after a file without a final line break, of kind %s', (kind) => {
    const bytes = buildPdf(pageBodies(2), { kind, compressed: [1, 2] });
    const saved = rotate(bytes.subarray(0, bytes.length - 1));
    expect(complaintsOfQpdf(saved)).toBe('');
    expect(openPdf(saved).page(0).geometry.rotate).toBe(90);
  });

  it.each(kinds)('carries on what a trailer has of its own, and makes an /ID, of kind %s', (kind) => {
    const bodies = { ...pageBodies(2), 9: '<< /Title (T) >>' };
    const trailer = '/Odd (kept) /Info 9 0 R';
    const saved = rotate(buildPdf(bodies, { kind, compressed: [1, 2], trailer }));
    const { trailer: found } = openPdf(saved);
    expect(String(found.get(PDFName.of('Odd')))).toBe('(kept)');
    expect(String(found.get(PDFName.of('ID')))).toMatch(/^\[ <([0-9a-f]{32})> <\1> \]$/);
    expect(String(found.get(PDFName.of('Info')))).toBe('9 0 R');
    expect(complaintsOfQpdf(saved)).toBe('');
  });

  it('of a hybrid file says the same to readers that know no streams: what was hidden is in the table', () => {
    const bytes = buildPdf(pageBodies(2), { kind: 'hybrid', compressed: [1, 2, 3] });
    const increment = Buffer.from(rotate(bytes).subarray(bytes.length)).toString('latin1');
    expect(increment).toMatch(/xref\n3 1\n\d{10} 00000 n/);
    expect(increment).not.toContain('/XRefStm');
  });
});

describe('saving', () => {
  it('writes large streams in their place', () => {
    const file = openPdf(buildPdf(pageBodies(2)));
    // 40,000 bytes fit into the writer's buffer but are passed on without copying.
    for (const size of [20_000, 40_000, 70_000]) {
      file
        .page(0)
        .dict.set(PDFName.of(`S${size}`), file.context.register(file.context.stream('x'.repeat(size))));
    }
    expect(complaintsOfQpdf(file.save().toBytes())).toBe('');
    expect(complaintsOfQpdf(Buffer.from(file.rewrite().toBytes()))).toBe('');
  });

  it('keeps names, strings and numbers through any round trip', () => {
    const entry = fc.record({
      name: fc.string({ minLength: 1, maxLength: 8 }),
      text: fc.string(),
      number: fc.integer({ min: -1e9, max: 1e9 }).map((value) => value / 1000),
    });
    fc.assert(
      fc.property(entry, ({ name, text, number }) => {
        const file = openPdf(buildPdf(pageBodies(1)));
        const key = PDFName.of(`K${Buffer.from(name).toString('hex')}`);
        file.page(0).dict.set(key, file.context.obj([PDFHexString.fromText(text), number]));
        const before = file.page(0).dict.lookup(key);
        expect(String(openPdf(file.save().toBytes()).page(0).dict.lookup(key))).toBe(String(before));
      }),
      { numRuns: 60 },
    );
  });

  it('never writes an invalid number', () => {
    const file = openPdf(buildPdf(pageBodies(1)));
    const tiny = [-5e-324, 1e-7, 1e21, Number.NaN, -0].map((value) => PDFNumber.of(value));
    file.page(0).dict.set(PDFName.of('Tiny'), file.context.obj(tiny));
    const saved = Buffer.from(file.save().toBytes()).toString('latin1');
    expect(saved).toContain('/Tiny[0 0.0000001 1000000000000000000000 0 0]');
  });

  it('is a prefix and readable after any mix of edits', () => {
    const edits = fc.array(fc.constantFrom('rotate', 'page', 'content', 'info'), { maxLength: 6 });
    fc.assert(
      fc.property(fc.constantFrom(...kinds), edits, (kind, list) => {
        const { bytes, file } = open(kind);
        for (const edit of list) applyEdit(file, edit);
        const saved = file.save().toBytes();
        expect(Buffer.compare(saved.subarray(0, bytes.length), bytes)).toBe(0);
        expect(openPdf(saved).pageCount).toBe(3 + list.filter((edit) => edit === 'page').length);
      }),
      { numRuns: 40 },
    );
  });

  it('works on files of pdf-lib and can be read back by it', async () => {
    const document = await PDFDocument.create();
    document.addPage([200, 200]).drawText('one');
    for (const useObjectStreams of [true, false]) {
      const file = openPdf(await document.save({ useObjectStreams }));
      appendBlankPage(file);
      appendPageContent(file, file.page(0), '1 0 0 rg 0 0 20 20 re f');
      const again = await PDFDocument.load(file.save().toBytes());
      expect(again.getPageCount()).toBe(2);
      expect(complaintsOfQpdf(file.save().toBytes())).toBe('');
    }
  });
});

function applyEdit(file: ReturnType<typeof openPdf>, edit: string): void {
  if (edit === 'rotate') file.page(0).dict.set(ROTATE, file.context.obj(90));
  else if (edit === 'page') appendBlankPage(file);
  else if (edit === 'content') appendPageContent(file, file.page(1), '0 0 5 5 re f');
  else
    file.trailer.set(
      PDFName.of('Info'),
      file.context.register(file.context.obj({ Title: PDFHexString.fromText('T') })),
    );
}
