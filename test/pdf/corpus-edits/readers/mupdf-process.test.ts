import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { expect, it, onTestFinished } from 'vitest';
import { LibraryReader } from './library-reader.ts';

const LONG = 600_000;

// MuPDF suppressed a warning equal to the previous file's, so counts varied from run to run.
it('says of each file what MuPDF says of it alone, whatever it read before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mupdf-process-test-'));
  const reader = new LibraryReader('MuPDF', new URL('./mupdf-process.ts', import.meta.url));
  onTestFinished(() => {
    reader.close();
    rmSync(folder, { recursive: true });
  });
  const path = join(folder, 'warns.pdf');
  writeFileSync(path, await makePageWithoutFont());
  const first = await reader.read(path, [0], LONG);
  expect(first.messages).toHaveLength(1);
  expect((await reader.read(path, [0], LONG)).messages).toEqual(first.messages);
});

/** It shows text without a font, which causes a warning. */
async function makePageWithoutFont(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const content = document.context.register(document.context.stream('BT (x) Tj ET'));
  document.addPage().node.addContentStream(content);
  return document.save();
}
