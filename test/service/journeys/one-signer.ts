import { PDFDocument } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect } from 'vitest';
import type { Journey } from './journey.ts';
import { document, drawn, errorOf, LINK, signee } from './parts.ts';

const EVENTS = ['document.created', 'document.opened', 'document.signed', 'document.completed'];

export const oneSigner: Journey = {
  name: 'one signer on a new page: invited, signed, sealed, each once',
  steps: [
    {
      call: 'POST /v1/webhooks',
      body: { webhookUrl: '{hook}', name: 'One signer', eventTypes: EVENTS },
      answers: 201,
      keep: { webhookId: 'webhookId' },
    },
    { upload: 'plain/two-pages.pdf', keep: 'fileId' },
    {
      call: 'POST /v1/docs',
      body: document([signee('{ada}')]),
      answers: 201,
      with: { name: 'Contract', status: 'created' },
      keep: { documentId: 'documentId' },
    },
    { mailsTo: '{ada}', count: 1, keep: { link: LINK } },
    {
      call: 'GET /v1/docs/{documentId}/signed-file',
      answers: 403,
      with: errorOf('document_not_completed'),
    },
    {
      call: 'GET {link}/session',
      as: 'signer',
      answers: 200,
      with: { canSign: true, pages: 3, boxes: [{ page: 2, width: 219, height: 58 }] },
    },
    {
      call: 'POST {link}/signature',
      as: 'signer',
      body: drawn(),
      answers: 200,
      with: { signee: { signatureStatus: 'signed' } },
    },
    {
      call: 'POST {link}/signature',
      as: 'signer',
      body: drawn(),
      answers: 403,
      with: errorOf('already_signed'),
    },
    {
      call: 'GET /v1/docs/{documentId}',
      answers: 200,
      with: { status: 'completed', signeeDetails: [{ signatureStatus: 'signed' }] },
      eventually: true,
    },
    {
      call: 'GET /v1/docs/{documentId}/signed-file',
      answers: 302,
      keep: { download: ({ headers }) => headers.get('location') ?? '' },
    },
    {
      check: 'further A4 pages show the name, the day, the address and the channel',
      async run(run) {
        const { bytes } = await run.running.client.anonymous.get(run.kept('download'));
        const pages = (await PDFDocument.load(bytes)).getPages();
        // Two of the file, one for the box, two of evidence.
        expect(pages).toHaveLength(5);
        const a4 = { width: expect.closeTo(595.28, 1), height: expect.closeTo(841.89, 1) };
        for (const page of pages.slice(2)) expect(page.getSize()).toEqual(a4);
        const text = (await Promise.all([4, 5].map((number) => readPage(bytes, number)))).join(' ');
        expect(text).toContain('Ada Łovelace');
        expect(text).toContain(new Date().toISOString().slice(0, 10));
        expect(text).toMatch(/127\.0\.0\.1|::1/);
        expect(text).toMatch(/e-?mail/i);
      },
    },
    { eventsOf: '{documentId}', types: EVENTS },
    { mailsTo: '{ada}', count: 2 },
    { call: 'DELETE /v1/webhooks/{webhookId}', answers: 204 },
  ],
};

async function readPage(bytes: Uint8Array, number: number): Promise<string> {
  const loading = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
  const { items } = await (await (await loading.promise).getPage(number)).getTextContent();
  await loading.destroy();
  return items.map((item) => ('str' in item ? item.str : '')).join(' ');
}
