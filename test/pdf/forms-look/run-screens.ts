/** `npm run forms:screens -- OUTDIR`: draws filled forms in Poppler, MuPDF, pdf.js and PDFium side by side. */

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FieldValue, prefill } from '@countersign/forms';
import { openPdf } from '@countersign/pdf';
import { missingPrograms } from '@countersign/pdf/testing';
import { fixturePath } from '../../../fixtures/fixture-path.ts';
import { type Panel, writeContactSheet } from './contact-sheet.ts';
import { buildFilledSheet, SHEETS } from './look-sheet.ts';
import { hasChromium, openPdfium } from './pdfium.ts';
import { hasPoppler, RENDERERS, type Render } from './renderers.ts';

const CONTRACT: readonly FieldValue[] = [
  { name: 'fullName|svc-input-fullname', value: 'Åsa Öberg-Łukaszewska' },
  { name: 'email|svc-format-email', value: 'asa@example.com' },
  { name: 'postcode', value: '12 345' },
  { name: 'notes', value: 'Delivered on weekdays only.\nRing twice.' },
];

async function fillContract(): Promise<Uint8Array> {
  const file = openPdf(new Uint8Array(readFileSync(fixturePath('forms/contract.pdf'))));
  await prefill(file, CONTRACT, 'all');
  return file.save().toBytes();
}

async function drawAll(pdf: Uint8Array, renderers: Readonly<Record<string, Render>>): Promise<Panel[]> {
  const panels: Panel[] = [];
  for (const [title, render] of Object.entries(renderers)) {
    panels.push({ title, raster: await render(pdf, 0) });
  }
  return panels;
}

async function main(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const line of missingPrograms(['pdftoppm', 'chromium']))
    process.stderr.write(`${line}: no picture by it.\n`);
  const pdfium = hasChromium ? await openPdfium() : undefined;
  const { Poppler, ...others } = RENDERERS;
  const renderers = {
    ...(hasPoppler && Poppler ? { Poppler } : {}),
    ...others,
    ...(pdfium ? { 'PDFium (Chromium)': pdfium.render } : {}),
  };
  const pages = [...SHEETS.map((sheet) => [sheet.name, () => buildFilledSheet(sheet)] as const)];
  for (const [name, build] of [...pages, ['contract', fillContract] as const]) {
    const output = join(folder, `${name}.png`);
    await writeContactSheet(await drawAll(await build(), renderers), output);
    process.stdout.write(`${output}\n`);
  }
  await pdfium?.close();
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('missing argument: npm run forms:screens -- OUTDIR\n');
  process.exitCode = 2;
} else await main(folder);
