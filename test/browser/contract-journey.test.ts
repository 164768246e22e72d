import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryDir } from '../../packages/adapters/testing/temporary-dir.ts';
import { complaintsOfQpdf } from '../../packages/pdf/testing/check-with-qpdf.ts';
import { textsByReaders } from '../../packages/pdf/testing/texts-by-readers.ts';
import { signIn } from '../service/api-client.ts';
import { readInvitation, waitForStatus } from '../service/journey-steps.ts';
import { shareService } from '../service/share-service.ts';
import { anyDatabase, type TestService } from '../service/start-service.ts';
import { DESKTOP, noBrowserReason, openPage, PHONE, shareChromium } from './chromium.ts';
import { openDraftOf, openSignedIn, type StoredDraft, waitUntilSaved } from './composer-page.ts';
import { findBarriers } from './find-barriers.ts';
import { finishSigning, guideButton, waitForDocument } from './sign-like-a-person.ts';

const PAGES = 12;
/** Of a new user who prepares the contract below: what the service is to be judged by. */
const MAX_PRESSES = 40;

/** The whole journey takes seconds, and minutes on a busy machine. */
const MAX_MS = 400_000;

const PEOPLE = [
  { name: 'Ada Lovelace', address: 'contract-ada@example.com' },
  { name: 'Bo Ek', address: 'contract-bo@example.com' },
] as const;
/** What each person gets on the last page, from above. */
const KINDS = [
  ['Signature', 'Name', 'Email', 'Date', 'Date signed', 'Text', 'Checkbox'],
  ['Signature', 'Name', 'Mobile number', 'Date signed', 'Text', 'Drop-down', 'Email'],
] as const;

describe.skipIf(noBrowserReason !== null)(
  `a contract of two people, from an empty page to its seal ${noBrowserReason ?? ''}`,
  () => {
    const folder = makeTemporaryDir();
    let running: TestService;
    let cookie: string;

    beforeAll(async () => {
      running = await shareService(anyDatabase);
      cookie = (await signIn(running.baseUrl)).cookie() ?? '';
    });
    afterAll(async () => {
      await running?.close();
      folder.remove();
    });

    async function writeContract(): Promise<string> {
      const pdf = await PDFDocument.create();
      const font = await pdf.embedFont(StandardFonts.Helvetica);
      for (let page = 1; page <= PAGES; page += 1)
        pdf.addPage([595, 842]).drawText(`Lease, page ${page}`, { x: 60, y: 790, size: 12, font });
      const path = join(folder.path, 'lease.pdf');
      writeFileSync(path, await pdf.save());
      return path;
    }

    it.each([
      ['mouse', DESKTOP],
      ['finger', PHONE],
    ] as const)(
      '[check 8] puts initials on all pages of twelve with one press of the %s',
      async (_, options) => {
        const { page, read } = await openContract(options);
        await page.getByRole('button', { name: 'Initials on all pages' }).click();
        await expectInitialsOnAllPages(page, read);
        await page.context().close();
      },
    );

    it('[check 8] puts initials on all pages of twelve by keyboard alone', async () => {
      const { page, read } = await openContract(DESKTOP);
      await page.locator('.composer-column').focus();
      await page.keyboard.press('i');
      const mark = page.locator('.composer-mark:focus');
      await mark.waitFor();
      const toggle = page.getByRole('toolbar').getByRole('button', { name: 'On all pages' });
      await tabTo(page, toggle);
      await page.keyboard.press('Enter');
      await expectInitialsOnAllPages(page, read);
      expect(await toggle.getAttribute('aria-pressed')).toBe('true');
      await page.context().close();
    });

    /** Fails where the element is not among the next ones. */
    async function tabTo(page: Page, element: Locator): Promise<void> {
      const target = await element.elementHandle();
      for (let left = 5; left > 0; left -= 1) {
        await page.keyboard.press('Tab');
        if (await page.evaluate((wanted) => document.activeElement === wanted, target)) return;
      }
      throw new Error('not among the next elements');
    }

    async function openContract(options: typeof DESKTOP) {
      const { body } = await running.client.upload<{ fileId: string }>(await writeContract());
      const signeeDetails = [{ fullName: 'Ada', emailAddress: 'ada@example.com' }];
      return openDraftOf(running, cookie, options, { fileId: body.fileId, signeeDetails });
    }

    async function expectInitialsOnAllPages(page: Page, read: () => Promise<StoredDraft>): Promise<void> {
      await page.getByText('all pages', { exact: true }).first().waitFor();
      await waitUntilSaved(page);
      const [signee] = (await read()).signeeDetails;
      expect(signee?.furtherBoxes).toMatchObject([{ kind: 'initials', page: 'all' }]);
    }

    it(`takes a new user at most ${MAX_PRESSES} presses, and is signed by both and sealed with their values`, {
      timeout: MAX_MS,
    }, async () => {
      const documentId = await prepareAndSend();
      await signAsAda();
      await signAsBo();
      await waitForStatus(running.client, documentId, 'completed');
      const answer = await running.client.get(`/v1/docs/${documentId}/signed-file`);
      const { bytes } = await running.client.anonymous.get(answer.headers.get('location') ?? '');
      await expectVisibleAndFlat(bytes);
    });

    /** Counts presses; typing is none. */
    async function prepareAndSend(): Promise<string> {
      const { page, problems } = await openSignedIn(running, cookie, DESKTOP);
      let presses = 0;
      const press = async (element: Locator, position?: { readonly x: number; readonly y: number }) => {
        presses += 1;
        await element.click({ ...(position && { position }) });
      };
      await page.goto(`${running.baseUrl}/new`);
      await page.locator('input[type=file]').setInputFiles(await writeContract());
      await waitForPages(page);
      for (const { name, address } of PEOPLE) {
        await press(page.getByRole('button', { name: 'Add person' }));
        await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
        await page.getByRole('textbox', { name: 'Email address' }).fill(address);
      }
      // Scrolling is no press.
      await page.locator('.composer-column').evaluate((column) => column.scrollTo(0, column.scrollHeight));
      const sheet = page.locator(`.composer-page[aria-label^="Page ${PAGES} "]`);
      await sheet.locator('.composer-picture[data-outcome=drawn]').waitFor();
      for (const [index, { name }] of PEOPLE.entries()) {
        await press(page.getByRole('button', { name: new RegExp(`^${name}`) }));
        await press(page.getByRole('button', { name: 'Initials on all pages' }));
        for (const [row, kind] of (KINDS[index] ?? []).entries()) {
          await press(page.getByRole('button', { name: `${kind} for ${name}`, exact: true }));
          await press(sheet, { x: 150 + index * 260, y: 120 + row * 64 });
        }
      }
      await waitUntilSaved(page);
      expect(await page.locator('.composer-mark-warning').allTextContents()).toEqual([]);
      expect(await findBarriers(page)).toEqual([]);
      await press(page.getByRole('button', { name: 'Send to 2 people' }));
      await press(page.getByRole('button', { name: 'Send now' }));
      await page.waitForURL(/\/documents\/[\w-]+$/);
      expect(presses).toBeLessThanOrEqual(MAX_PRESSES);
      expect(problems).toEqual([]);
      const documentId = page.url().split('/').at(-1) ?? '';
      await page.context().close();
      return documentId;
    }

    async function open(address: string, options: typeof DESKTOP) {
      const link = await readInvitation(running.client, address);
      const [page, problems] = await openPage(await shareChromium(), options);
      page.setDefaultTimeout(30_000);
      await page.goto(running.baseUrl + link);
      await waitForDocument(page);
      return { page, problems };
    }

    async function giveInk(page: Page): Promise<void> {
      await guideButton(page).click();
      const dialog = page.getByRole('dialog', { name: 'Add your signature and initials' });
      await dialog.getByRole('radio', { name: 'Type' }).check();
      await dialog.getByRole('button', { name: 'Use these' }).click();
      await page.getByRole('button', { name: /^Use for all \d+ places$/ }).click();
    }

    async function signAsAda(): Promise<void> {
      const { page, problems } = await open(PEOPLE[0].address, DESKTOP);
      await giveInk(page);
      // What is required comes before what is not, and the fields of the other are closed.
      const closed = page.locator('.other-field');
      await guideButton(page).click();
      await closed.first().waitFor();
      expect(new Set(await closed.locator('[aria-hidden]').allTextContents())).toEqual(new Set(['Bo Ek']));
      await page.getByLabel('Email (required)').fill('ada@lovelace.example');
      const day = page.getByLabel('Date (required)', { exact: true });
      expect(await day.getAttribute('type')).toBe('date');
      await day.fill('2027-02-03');
      await page.getByLabel('Text (required)').fill('Storgatan 1, Umeå');
      await page.getByText('Everything is filled in').waitFor();
      await page.getByRole('checkbox', { name: 'Checkbox' }).check();
      expect(await findBarriers(page)).toEqual([]);
      await finishSigning(page);
      await page.getByRole('heading', { name: 'You have signed' }).waitFor();
      expect(problems).toEqual([]);
      await page.context().close();
    }

    async function signAsBo(): Promise<void> {
      const { page, problems } = await open(PEOPLE[1].address, PHONE);
      await giveInk(page);
      const entries = { 'Mobile number': '070-123 45 67', Text: 'Żółć', Email: 'bo@ek.example' };
      await guideButton(page).tap();
      const sheet = page.getByRole('dialog');
      for (let left = 4; left > 0; left -= 1) {
        const name = await sheet.getByRole('heading').innerText();
        if (name === 'Drop-down') await sheet.getByRole('combobox').selectOption('Option 2');
        else await sheet.getByRole('textbox').fill(entries[name as keyof typeof entries] ?? name);
        if (left > 1) await sheet.getByRole('button', { name: 'Next field' }).tap();
      }
      await sheet.getByRole('button', { name: 'Done' }).tap();
      await page.getByText('Everything is filled in').waitFor();
      await finishSigning(page);
      await page.getByRole('heading', { name: /You have signed|The document is complete/ }).waitFor();
      expect(problems).toEqual([]);
      await page.context().close();
    }

    /** By four readers. */
    async function expectVisibleAndFlat(bytes: Buffer): Promise<void> {
      expect(complaintsOfQpdf(bytes)).toBe('');
      const values = ['ada@lovelace.example', '2027-02-03', 'Storgatan 1, Umeå', 'Ada Lovelace'];
      const ofBo = ['Bo Ek', '070-123 45 67', 'Żółć', 'Option 2', 'bo@ek.example'];
      const loading = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
      const page = await (await loading.promise).getPage(PAGES);
      const { items } = await page.getTextContent();
      const fields = (await page.getAnnotations()).filter(
        ({ fieldType }) => fieldType !== undefined && fieldType !== 'Sig',
      );
      await loading.destroy();
      expect(fields).toEqual([]);
      const byPdfjs = {
        reader: 'pdf.js',
        text: items.map((item) => ('str' in item ? item.str : '')).join(' '),
      };
      for (const { reader, text } of [byPdfjs, ...textsByReaders(bytes)].filter((one) => one.text !== ''))
        for (const value of [...values, ...ofBo])
          expect(text.replace(/\s+/g, ' '), `${value} by ${reader}`).toContain(value);
    }
  },
);

async function waitForPages(page: Page): Promise<void> {
  await page.locator('.composer-page .composer-picture[data-outcome=drawn]').first().waitFor();
}
