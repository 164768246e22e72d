import { PDFName, PDFRef } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';

function edit(bytes: Uint8Array, change: (text: string) => string): Uint8Array {
  return Buffer.from(change(Buffer.from(bytes).toString('latin1')), 'latin1');
}

function revise(bytes: Uint8Array, degrees: number): Uint8Array {
  const file = openPdf(bytes);
  file.page(0).dict.set(PDFName.of('Rotate'), file.context.obj(degrees));
  return file.save().toBytes();
}

describe('the chain of cross-reference sections', () => {
  it('lets the newest revision win', () => {
    const file = openPdf(revise(revise(buildPdf(pageBodies(1)), 90), 180));
    expect(file.page(0).geometry.rotate).toBe(180);
  });

  it('ends when /Prev leads in a circle', () => {
    const once = revise(buildPdf(pageBodies(1)), 90);
    const text = Buffer.from(once).toString('latin1');
    const start = /startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1] ?? '';
    const circular = edit(once, (whole) => whole.replace(/\/Prev \d+/, `/Prev ${start}`));
    expect(openPdf(circular).page(0).geometry.rotate).toBe(90);
  });

  it('refuses more revisions than the limit', () => {
    const twice = revise(revise(buildPdf(pageBodies(1)), 90), 180);
    expect(() => openPdf(twice, { limits: { revisions: 2 } })).toThrow(/revisions/);
  });

  it('reads entries that do not keep the columns', () => {
    const loose = edit(buildPdf(pageBodies(1)), (text) =>
      text.replaceAll(/ n \n/g, ' n\n').replaceAll(/ f \n/g, ' f\n'),
    );
    const file = openPdf(loose);
    expect([file.pageCount, file.repaired]).toEqual([1, false]);
  });

  it('reads a table that numbers its first entry 1, which is repaired since other readers do not', () => {
    const shifted = edit(buildPdf(pageBodies(1)), (text) => text.replace('xref\n0 ', 'xref\n1 '));
    expect([openPdf(shifted).pageCount, openPdf(shifted).repaired]).toEqual([1, true]);
  });

  it('takes from the stream of a hybrid file what its table calls free', () => {
    const file = openPdf(buildPdf(pageBodies(2), { kind: 'hybrid', compressed: [1, 2, 3] }));
    expect(String(file.context.lookup(PDFRef.of(3)))).toContain('/Page');
    expect(file.repaired).toBe(false);
  });

  it('finds stream bytes when /Length is a reference or wrong', () => {
    const bodies = pageBodies(1);
    bodies[4] = '<< /Length 9 0 R >>\nstream\n0 0 1 1 re f\nendstream';
    for (const length of ['12', '3', '99999', 'null']) {
      const file = openPdf(buildPdf({ ...bodies, 9: length }));
      const stream = file.context.lookup(PDFRef.of(4)) as { getContentsString(): string } | undefined;
      expect(stream?.getContentsString()).toBe('0 0 1 1 re f');
    }
  });

  it('stops inflating at the limit', () => {
    const bytes = buildPdf(pageBodies(300), { kind: 'stream', compressed: [1, 2, 3] });
    expect(() => openPdf(bytes, { limits: { inflatedTotal: 100 } })).toThrow(/inflatedTotal/);
  });
});
