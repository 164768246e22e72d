import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { type Attachment, attachFile } from './attachments.ts';
import { openPdf } from './open-pdf.ts';
import { buildPdf, pageBodies } from './testing/build-pdf.ts';

const FACTS: Attachment = {
  name: 'fäcts ✍.json',
  bytes: Buffer.from('{"a":1}'),
  mimeType: 'application/json',
  relationship: 'Data',
  description: 'Évidence',
  modifiedAt: new Date('2026-11-21T14:00:00Z'),
};

/** Attachments as PDF.js lists them, each added in a save of its own. */
async function attachmentsOf(...attachments: readonly Attachment[]) {
  let bytes: Uint8Array = buildPdf(pageBodies(1));
  for (const attachment of attachments) {
    const file = openPdf(bytes);
    attachFile(file, attachment);
    bytes = file.save().toBytes();
  }
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await loading.promise;
  const found = [];
  for (const [id, { filename, description }] of (await document.getAttachments()) ?? []) {
    const content = await document.getAttachmentContent(id);
    found.push({ filename, description, text: Buffer.from(content ?? []).toString() });
  }
  await loading.destroy();
  return found;
}

describe('attachFile', () => {
  it('embeds bytes under any name', async () => {
    const found = await attachmentsOf(FACTS);
    expect(found).toEqual([{ filename: FACTS.name, text: '{"a":1}', description: 'Évidence' }]);
  });

  it('keeps what is attached already, and gives the second of a name another', async () => {
    const found = await attachmentsOf(
      { ...FACTS, name: 'b.txt' },
      { ...FACTS, name: 'a.txt' },
      { ...FACTS, name: 'b.txt', bytes: Buffer.from('second') },
    );
    expect(found.map(({ filename, text }) => [filename, text])).toEqual([
      ['a.txt', '{"a":1}'],
      ['b.txt', '{"a":1}'],
      ['b.txt#2', 'second'],
    ]);
  });

  it('is an associated file of the document', () => {
    const file = openPdf(buildPdf(pageBodies(1)));
    attachFile(file, FACTS);
    const saved = Buffer.from(file.save().toBytes()).toString('latin1');
    expect(saved).toMatch(/\/AF\s*\[\s*\d+ 0 R\s*\]/);
    expect(saved).toMatch(/\/AFRelationship\s*\/Data/);
    expect(saved).toMatch(/\/Subtype\s*\/application#2Fjson/);
  });
});
