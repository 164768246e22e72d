import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FieldValue, prefill } from '@countersign/forms';
import { openPdf } from '@countersign/pdf';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { type Panel, writeContactSheet } from '../pdf/forms-look/contact-sheet.ts';
import { buildFilledSheet, SHEETS } from '../pdf/forms-look/look-sheet.ts';
import { hasChromium, openPdfium } from '../pdf/forms-look/pdfium.ts';
import { hasPoppler, RENDERERS, type Render } from '../pdf/forms-look/renderers.ts';
import type { Campaign } from './campaign.ts';

export const formsLook: Campaign = {
  summary: 'draws filled forms in Poppler, MuPDF, pdf.js and PDFium side by side, for people to look at',
  takes: ['only', 'keep'],
  asks: ['pdftoppm', 'chromium'],
  run: async ({ isAsked, keep = '.tmp-forms-look', print }) => {
    mkdirSync(keep, { recursive: true });
    const pdfium = hasChromium ? await openPdfium() : undefined;
    const { Poppler, ...others } = RENDERERS;
    const renderers = {
      ...(hasPoppler && Poppler ? { Poppler } : {}),
      ...others,
      ...(pdfium ? { 'PDFium (Chromium)': pdfium.render } : {}),
    };
    const sheets = SHEETS.map((sheet) => [sheet.name, () => buildFilledSheet(sheet)] as const);
    const asked = [...sheets, ['contract', fillContract] as const].filter(([name]) => isAsked(name));
    const pictures: string[] = [];
    for (const [name, build] of asked) {
      const output = join(keep, `${name}.png`);
      await writeContactSheet(await drawAll(await build(), renderers), output);
      pictures.push(output);
      print(output);
    }
    await pdfium?.close();
    return { facts: pictures, text: `${pictures.length} pictures`, passed: true };
  },
};

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
