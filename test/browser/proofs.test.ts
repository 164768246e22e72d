import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPdf, readAttachment } from '@countersign/pdf';
import { PDFDocument } from 'pdf-lib';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryDir } from '../../packages/adapters/testing/temporary-dir.ts';
import { documentBody, readInvitation, waitForStatus } from '../service/journey-steps.ts';
import { shareService } from '../service/share-service.ts';
import { anyDatabase, type TestService } from '../service/start-service.ts';
import { noBrowserReason, openPage, PHONE, shareChromium } from './chromium.ts';
import { findBarriers } from './find-barriers.ts';
import { finishSigning, guideButton, signByTyping, waitForDocument } from './sign-like-a-person.ts';

const NAME = 'Ada Lovelace';
const PHONE_NUMBER = '+46701234567';
const MAIL = 'Mail|svc-email-verification';
const MOBILE = 'Mobile|svc-sms-verification';
const UPLOAD = 'Proof of address|svc-upload-attachment[1]';
const FILE_NAME = 'File|svc-uploaded-attachmentname[1]';
const PAYER = 'Payer|svc-sign-and-pay-email[1]';

describe.skipIf(noBrowserReason !== null)(
  `checks on the signing page, on a phone ${noBrowserReason ?? ''}`,
  () => {
    const folder = makeTemporaryDir();
    let browser: Browser;
    let running: TestService;

    beforeAll(async () => {
      [browser, running] = await Promise.all([shareChromium(), shareService(anyDatabase)]);
    });
    afterAll(async () => {
      await running?.close();
      folder.remove();
    });

    async function invite(names: readonly string[], signee: Record<string, unknown> = {}) {
      const pdf = await PDFDocument.create();
      const page = pdf.addPage([595, 842]);
      for (const [index, name] of names.entries()) {
        const field = pdf.getForm().createTextField(name);
        field.addToPage(page, { x: 50, y: 780 - index * 40, width: 300, height: 24 });
        if (/verification|upload-/.test(name)) field.enableRequired();
      }
      const path = join(folder.path, `${randomUUID()}.pdf`);
      await writeFile(path, await pdf.save());
      const { fileId } = (await running.client.upload<{ fileId: string }>(path)).body;
      const emailAddress = `${randomUUID()}@example.com`;
      const signeeDetails = [{ fullName: NAME, emailAddress, signaturePlacement: 'new_page', ...signee }];
      const { body } = await running.client.post<{ documentId: string; warnings?: unknown }>(
        '/v1/docs',
        documentBody(fileId, { signeeDetails }),
      );
      expect(body.warnings).toBeUndefined();
      await waitForStatus(running.client, body.documentId, 'awaiting_signatures');
      const link = running.baseUrl + (await readInvitation(running.client, emailAddress));
      const [tab, problems] = await openPage(browser, PHONE);
      await tab.goto(link);
      await waitForDocument(tab);
      return { page: tab, problems, emailAddress, documentId: body.documentId };
    }

    async function readCode(to: string): Promise<string> {
      const { body } = await running.client.get<{ text: string }[]>(
        `/outbox/messages?to=${encodeURIComponent(to)}`,
      );
      return body.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find((code) => code !== undefined) ?? '';
    }

    async function sign(page: Page, documentId: string) {
      await signByTyping(page, NAME);
      await finishSigning(page);
      await waitForStatus(running.client, documentId, 'completed');
      const { body } = await running.client.get<{ name: string; value: string[] }[]>(
        `/v1/docs/${documentId}/field-values`,
      );
      return new Map(body.map(({ name, value }) => [name, value]));
    }

    async function readSealed(page: Page) {
      await page.getByRole('link', { name: 'Download signed document' }).waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download signed document' }).tap(),
      ]);
      return openPdf(await readFile(await download.path()));
    }

    it('[2.10-20] [2.10-19] one-time codes by email and SMS fill in the addresses', async () => {
      const { page, problems, emailAddress, documentId } = await invite([MAIL, MOBILE]);
      await guideButton(page).tap();
      const mail = page.getByRole('dialog', { name: 'Verify your email address' });
      await mail.getByRole('button', { name: 'Send a code' }).tap();
      const input = mail.getByRole('textbox', { name: /^Code that was sent to/ });
      await input.waitFor();
      expect(await findBarriers(page)).toEqual([]);
      const code = await readCode(emailAddress);
      await input.fill(code === '000000' ? '000001' : '000000');
      await mail.getByRole('button', { name: 'Verify' }).tap();
      await mail.getByRole('alert').filter({ hasText: '4 tries' }).waitFor();
      // Screen readers said nothing of it at the input, and the focus stayed on the button.
      expect(await input.getAttribute('aria-invalid')).toBe('true');
      await expect.poll(() => input.evaluate((element) => element === document.activeElement)).toBe(true);
      await input.fill(code);
      await input.press('Enter');
      await mail.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: new RegExp(`^Mail .*${emailAddress}`) }).waitFor();
      // What was proved survives a reload.
      await page.reload();
      await waitForDocument(page);
      await guideButton(page).tap();
      const sms = page.getByRole('dialog', { name: 'Verify your phone number' });
      await sms.getByRole('textbox').fill('070');
      await sms.getByRole('button', { name: 'Send a code' }).tap();
      // It was the service's sentence, with the name of a member of the request.
      await sms.getByText('This is not a phone number with its country code').waitFor();
      await sms.getByRole('textbox').fill(PHONE_NUMBER);
      await sms.getByRole('button', { name: 'Send a code' }).tap();
      const smsInput = sms.getByRole('textbox', { name: /^Code that was sent to/ });
      await smsInput.waitFor();
      await smsInput.fill(await readCode(PHONE_NUMBER));
      await sms.getByRole('button', { name: 'Verify' }).tap();
      await sms.waitFor({ state: 'detached' });
      const values = await sign(page, documentId);
      expect([values.get(MAIL), values.get(MOBILE)]).toEqual([[emailAddress], [PHONE_NUMBER]]);
      const evidence = evidenceOf(await readSealed(page));
      expect(evidence.signees[0].proofs.map(({ kind }: { kind: string }) => kind)).toEqual([
        'email_code',
        'sms_code',
      ]);
      expect(problems).toEqual([]);
    });

    it('[2.10-42] [2.10-43] an upload opens a dialog, fills in the name and is in the sealed file', async () => {
      const { page, problems, documentId } = await invite([UPLOAD, FILE_NAME]);
      // It was called a check.
      await page.getByRole('button', { name: /Proof of address.*: Attach a file/ }).waitFor();
      await guideButton(page).tap();
      const dialog = page.getByRole('dialog', { name: 'Proof of address' });
      await dialog.getByRole('button', { name: 'Choose a file' }).waitFor();
      expect(await findBarriers(page)).toEqual([]);
      const picker = dialog.locator('input[type=file]');
      await picker.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no image') });
      await dialog.getByRole('alert').filter({ hasText: 'cannot be attached' }).waitFor();
      const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#27a' } })
        .withExif({ IFD0: { Copyright: 'Secret Person' } })
        .jpeg()
        .toBuffer();
      await picker.setInputFiles({ name: 'räkning.jpg', mimeType: 'image/jpeg', buffer: photo });
      await dialog.getByText('räkning.jpg is attached.').waitFor();
      await dialog.getByRole('button', { name: 'Done' }).tap();
      const values = await sign(page, documentId);
      expect(values.get(FILE_NAME)).toEqual(['räkning.jpg']);
      const sealed = await readSealed(page);
      const attached = readAttachment(sealed, 'räkning.jpg', 1 << 20);
      expect(await sharp(attached ?? undefined).metadata()).toMatchObject({ format: 'jpeg', width: 60 });
      expect(Buffer.from(attached ?? []).includes('Secret')).toBe(false);
      expect(evidenceOf(sealed).attachments).toMatchObject([{ name: 'räkning.jpg', mimeType: 'image/jpeg' }]);
      expect(problems).toEqual([]);
    });

    it('a document that is withdrawn while a check is open says so', async () => {
      const { page, problems, documentId } = await invite([], {
        payment: { amount: 12_000, currency: 'sek' },
      });
      await guideButton(page).tap();
      const pay = page.getByRole('dialog').getByRole('button', { name: 'Go to the payment' });
      await pay.waitFor();
      await running.client.put(`/v1/docs/${documentId}/revoke`);
      // It said that the browser keeps no cookies.
      await pay.tap();
      await page.getByRole('heading', { name: 'The document was withdrawn' }).waitFor();
      expect(problems).toEqual([]);
    });

    it('[2.10-44] a payment comes before signing, with the address that the form has', async () => {
      const { page, problems, documentId } = await invite([PAYER], {
        payment: { amount: 12_000, currency: 'sek' },
      });
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Payer/ })
        .tap();
      await page.getByRole('dialog').getByRole('textbox').fill('firm@example.com');
      await page.getByRole('dialog').getByRole('button', { name: 'Done' }).tap();
      await guideButton(page).tap();
      const dialog = page.getByRole('dialog', { name: 'Pay 120.00 SEK' });
      await dialog.waitFor();
      expect(await dialog.getByRole('textbox').inputValue()).toBe('firm@example.com');
      await dialog.getByRole('button', { name: 'Go to the payment' }).tap();
      await dialog.getByText('nothing is charged').waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Pay as a test' }).tap();
      await dialog.waitFor({ state: 'detached' });
      await sign(page, documentId);
      expect(evidenceOf(await readSealed(page)).signees[0].proofs).toMatchObject([
        {
          kind: 'payment',
          facts: { amount: '120.00 SEK', provider: 'sandbox', emailAddress: 'firm@example.com' },
        },
      ]);
      expect(problems).toEqual([]);
    });
  },
);

function evidenceOf(sealed: ReturnType<typeof openPdf>) {
  return JSON.parse(Buffer.from(readAttachment(sealed, 'evidence.json', 1 << 20) ?? []).toString('utf8'));
}
