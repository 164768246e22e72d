import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import type { ApiClient } from '../api-client.ts';

/** A lease in English. Each entry is a paragraph of its own. */
export const LEASE = [
  'Lease agreement',
  '1. Parties',
  'This agreement is made between Northwind Homes Ltd (the landlord) and the tenant who signs below.',
  '2. Rent',
  'The monthly rent is EUR 1,250.00 and is payable in advance on the first day of each month.',
  '3. Deposit',
  'The tenant pays a deposit of EUR 2,500.00 before moving in. It is returned within 30 days after the end of the lease.',
  '4. Notice period',
  'The notice period is three months. Notice must be given in writing.',
  '5. Pets',
  'Dogs and cats are not allowed in the apartment without written consent of the landlord.',
  '6. Term',
  'The lease begins on 1 March 2026 and ends on 28 February 2027.',
];

const LINE = 86;

/** Draws paragraphs, as many as a page takes. */
export async function drawContract(paragraphs: readonly string[] = LEASE): Promise<PDFDocument> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  let page = pdf.addPage([595, 842]);
  let y = 780;
  for (const paragraph of paragraphs) {
    const lines = paragraph.match(new RegExp(`.{1,${LINE}}(?: |$)`, 'g')) ?? [];
    if (y - lines.length * 14 < 60) {
      page = pdf.addPage([595, 842]);
      y = 780;
    }
    for (const line of lines) {
      page.drawText(line.trim(), { x: 56, y, size: 11, font });
      y -= 14;
    }
    y -= 12;
  }
  return pdf;
}

/** Writes the file to a folder and uploads it. */
export async function uploadPdf(client: ApiClient, folder: string, pdf: PDFDocument): Promise<string> {
  const path = join(folder, `${Math.random()}.pdf`);
  writeFileSync(path, await pdf.save());
  const { status, body } = await client.upload<{ fileId: string }>(path);
  if (status !== 201) throw new Error(`upload: ${status} ${JSON.stringify(body)}`);
  return body.fileId;
}
