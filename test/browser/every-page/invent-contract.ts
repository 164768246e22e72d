import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';
import type { Page } from 'playwright-core';
import { documentBody, readInvitation, waitForStatus } from '../../service/journey-steps.ts';
import type { TestService } from '../../service/start-service.ts';
import { guideButton } from '../sign-like-a-person.ts';
import type { Scene } from './invent-scenes.ts';

/** A contract of two people with a field of each kind, and with initials on all of its twelve pages. */

const PAGES = 12;
const LAST = PAGES - 1;
const [LEFT, RIGHT] = [60, 320];
const SOFT = rgb(0.35, 0.4, 0.48);
const CLAUSES = [
  'The landlord lets the flat at Storgatan 14, third floor, with cellar and a place in the garage.',
  'The rent is 9,800 SEK a month, paid in advance on the last working day of the month before.',
  'The tenant looks after the flat, and says at once if something is broken or leaks.',
  'Either party may end the lease in writing, with a notice of three months.',
  'The deposit is paid back within four weeks after the keys were handed over.',
];

interface Row extends Readonly<Record<string, unknown>> {
  readonly label: string;
  readonly name: string;
  readonly height?: number;
  readonly type?: string;
}

const ROWS: Readonly<Record<'landlord' | 'tenant', readonly Row[]>> = {
  landlord: [
    { label: 'Name', name: 'Name|svc-input-fullname', required: true },
    { label: 'Email', name: 'Email|svc-format-email', required: true },
    { label: 'Account for the rent', name: 'Account', required: true, maxLength: 34 },
    { label: 'Keys handed over', name: 'Keys', type: 'checkbox' },
    { label: 'Heating', name: 'Heating', type: 'radioButton', required: true },
    { label: 'Remarks', name: 'Remarks', multiline: true, height: 64 },
  ],
  tenant: [
    { label: 'Name', name: 'Name 2|svc-input-fullname', required: true },
    { label: 'Mobile number', name: 'Mobile|svc-format-mobile', required: true },
    { label: 'Moves in on', name: 'Moves in on', required: true, dateFormat: 'DD.MM.YYYY' },
    {
      ...{ label: 'Notice period', name: 'Notice period', type: 'combobox', required: true },
      options: ['One month', 'Three months'].map((label) => ({ label })),
    },
    {
      ...{ label: 'Insurance', name: 'Insurance', type: 'listbox', height: 44 },
      options: ['Home', 'Liability', 'None'].map((label) => ({ label })),
    },
    {
      label: 'Proof of income',
      name: 'Income|svc-upload-attachment[1]|svc-uploaded-attachmentname[1]',
    },
    { label: 'Identity document', name: 'Scan|svc-scan-id[2]', height: 60 },
  ],
};
const TOP = 140;
/** Points from one label to the next. */
const STEP = 46;

interface PlacedRow extends Row {
  readonly x: number;
  readonly y: number;
}

/** Lists rows with the position of their labels. The fields are below them. */
function placeRows(rows: readonly Row[], x: number): readonly PlacedRow[] {
  let y = TOP;
  return rows.map((row) => {
    const at = { ...row, x, y };
    y += STEP + (row.height ?? 20) - 20;
    return at;
  });
}

const PLACED = { landlord: placeRows(ROWS.landlord, LEFT), tenant: placeRows(ROWS.tenant, RIGHT) };

function fieldsOf(rows: readonly PlacedRow[]): readonly object[] {
  return rows.map(({ x, y, height = 20, label, ...row }) => {
    const box = { page: LAST, x, y: y + 6 };
    if (row.type === 'checkbox') return { ...row, label, ...box, width: 14, height: 14 };
    if (row.type !== 'radioButton') return { ...row, label, ...box, width: 200, height };
    const buttons = ['Included', 'Not included'].map((value, index) => ({
      ...{ ...box, x: x + index * 90, width: 14, height: 14 },
      value,
    }));
    return { ...row, label, buttons };
  });
}

async function writeContract(folder: string): Promise<string> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold);
  for (let index = 0; index < LAST; index += 1) writeClauses(pdf.addPage([595, 842]), index, font, bold);
  const last = pdf.addPage([595, 842]);
  last.drawText('Details and signatures', { x: LEFT, y: 770, size: 18, font: bold });
  for (const [title, rows] of [
    ['The landlord', PLACED.landlord],
    ['The tenant', PLACED.tenant],
  ] as const) {
    last.drawText(title, { x: rows[0]?.x ?? LEFT, y: 730, size: 12, font: bold });
    for (const { label, x, y } of rows) last.drawText(label, { x, y: 842 - y, size: 9, font, color: SOFT });
  }
  const path = join(folder, 'lease.pdf');
  writeFileSync(path, await pdf.save());
  return path;
}

function writeClauses(page: PDFPage, index: number, font: PDFFont, bold: PDFFont): void {
  page.drawText(index === 0 ? 'Lease of Storgatan 14' : `${index}. Terms`, {
    ...{ x: LEFT, y: 770, size: 18, font: bold },
  });
  for (let line = 0; line < 34; line += 1)
    page.drawText(CLAUSES[(index + line) % CLAUSES.length] ?? '', {
      ...{ x: LEFT, y: 738 - line * 19, size: 10.5, font },
    });
}

const signee = (fullName: string, mail: string, rows: readonly PlacedRow[], x: number) => ({
  ...{ fullName, emailAddress: `${mail}@contract.example`, signaturePlacement: 'existing' },
  signatureBox: { page: LAST, x, y: 640 },
  furtherBoxes: [{ kind: 'initials', page: 'all', x: x === LEFT ? 415 : 499, y: 782 }],
  formFields: fieldsOf(rows),
});

const SIGNEES = [
  signee('Anna Ek', 'anna', PLACED.landlord, LEFT),
  signee('Ola Nordström', 'ola', PLACED.tenant, RIGHT),
];

/** Composer and signing page of the contract, before and after what people do there. */
export async function inventContract({ client }: TestService, folder: string): Promise<readonly Scene[]> {
  const { body: file } = await client.upload<{ fileId: string }>(await writeContract(folder));
  const { fileId } = file;
  const content = documentBody(fileId, { name: 'Lease of Storgatan 14', signeeDetails: SIGNEES });
  const { body: draft } = await client.post<{ draftId: string }>('/v1/docs/drafts', content);
  const { body: sent } = await client.post<{ documentId: string }>('/v1/docs', content);
  await waitForStatus(client, sent.documentId, 'awaiting_signatures', 60_000);
  const link = await readInvitation(client, SIGNEES[1]?.emailAddress ?? '');
  const composer = { path: `/drafts/${draft.draftId}`, isPublic: false };
  const signing = { path: link, isPublic: true };
  const nothing = async () => undefined;
  const choose = (name: RegExp) => async (page: Page) => {
    await goToLastPage(page);
    await page.getByRole('button', { name }).last().click();
  };
  return [
    { name: 'contract', ...composer, act: nothing },
    { name: 'contract-last', ...composer, act: goToLastPage },
    { name: 'contract-field', ...composer, act: choose(/“Notice period” of/) },
    { name: 'contract-initials', ...composer, act: choose(/^Initials of Ola/) },
    { name: 'contract-sign', ...signing, act: nothing },
    { name: 'contract-sign-last', ...signing, act: scrollToFields },
    { name: 'contract-sign-inks', ...signing, act: (page) => guideButton(page).click() },
    { name: 'contract-sign-all', ...signing, act: giveInks },
    {
      ...{ name: 'contract-sign-field', ...signing },
      act: async (page) => {
        await giveInks(page);
        await page.locator('.guide-rest').click();
        await guideButton(page).click();
      },
    },
  ];
}

async function goToLastPage(page: Page): Promise<void> {
  const last = page.locator(`.composer-page[aria-label^="Page ${PAGES} "]`);
  await page.locator('.composer-column').evaluate((column) => column.scrollTo(0, column.scrollHeight));
  await last.locator('[data-outcome=drawn]').waitFor();
}

async function scrollToFields(page: Page): Promise<void> {
  await page.locator('.document .page').last().scrollIntoViewIfNeeded();
  await page.locator('.document .page').last().locator('[data-outcome=drawn]').waitFor();
}

/** What was given in an earlier scene is kept. */
async function giveInks(page: Page): Promise<void> {
  if (await page.locator('.guide-rest').isVisible()) return;
  await guideButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Add your signature and initials' });
  await dialog.getByRole('radio', { name: 'Type' }).check();
  await dialog.getByRole('button', { name: 'Use these' }).click();
}
