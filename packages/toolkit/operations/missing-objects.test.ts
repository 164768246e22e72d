import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPdf } from '@countersign/pdf';
import { PDFDocument, PDFName, PDFNull, PDFRef } from 'pdf-lib';
import { afterAll, expect, it } from 'vitest';
import { inlineToolkit } from '../inline.ts';

const MISSING = PDFRef.of(300);
const folder = mkdtempSync(join(tmpdir(), 'missing-objects-'));
const path = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

async function writeFile(): Promise<string> {
  const document = await PDFDocument.create();
  document.addPage().node.set(PDFName.of('Annots'), document.context.obj([MISSING]));
  writeFileSync(path('input.pdf'), await document.save({ useObjectStreams: false }));
  return path('input.pdf');
}

it('uploads and seals replace missing objects by null, so that they cannot be defined later', async () => {
  const input = await writeFile();
  const toolkit = inlineToolkit();
  expect(await toolkit.inspectUpload({ input })).toMatchObject({ needsStripping: true });
  expect(await toolkit.strip({ input, output: path('stripped.pdf') })).toMatchObject({ changed: true });
  expect(await toolkit.inspectUpload({ input: path('stripped.pdf') })).toMatchObject({
    needsStripping: false,
  });
  await toolkit.seal({
    input,
    output: path('sealed.pdf'),
    reason: 'Sealed',
    signedAt: new Date().toISOString(),
  });
  for (const output of ['stripped.pdf', 'sealed.pdf'])
    expect(openPdf(path(output)).context.lookup(MISSING)).toBe(PDFNull);
  expect(await toolkit.verify({ input: path('sealed.pdf') })).toMatchObject({ state: 'intact' });
});
