import { PDFArray, PDFDocument, PDFName, PDFNull, PDFRef } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';

const MISSING = PDFRef.of(500);
const FAR = PDFRef.of(7_000_000);

/** A page that lists missing annotations. */
async function createFile(useObjectStreams: boolean): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage();
  page.node.set(PDFName.of('Annots'), document.context.obj([MISSING, FAR]));
  return document.save({ useObjectStreams });
}

describe.each([false, true])('a file with missing objects (object streams: %s)', (useObjectStreams) => {
  it('has them as null afterwards, so that a later revision replaces them and defines nothing', async () => {
    const bytes = await createFile(useObjectStreams);
    const file = openPdf(bytes);
    expect(file.defineMissing()).toBe(1);
    const saved = openPdf(file.save().toBytes());
    expect(saved.context.lookup(MISSING)).toBe(PDFNull);
    expect(saved.page(0).dict.lookup(PDFName.of('Annots'), PDFArray).size()).toBe(2);
    expect(saved.defineMissing()).toBe(0);
    const difference = saved.differenceFrom(openPdf(bytes));
    expect(difference.added.map(String)).toContain('500 0 R');
    expect(difference.references.isReachable(500)).toBe(true);
  });

  it('stays as it is when nothing is missing', async () => {
    const document = await PDFDocument.create();
    document.addPage();
    const file = openPdf(await document.save({ useObjectStreams }));
    expect(file.defineMissing()).toBe(0);
    expect(file.saveIncremental().increment).toHaveLength(0);
  });
});
