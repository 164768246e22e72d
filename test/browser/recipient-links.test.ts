import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContextOptions, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentBody, readInvitation, uploadFixture, waitForStatus } from '../service/journey-steps.ts';
import { shareService } from '../service/share-service.ts';
import { anyDatabase, type TestService } from '../service/start-service.ts';
import { DESKTOP, noBrowserReason, openPage, PHONE, shareChromium } from './chromium.ts';
import { findBarriers } from './find-barriers.ts';
import { finishSigning, guideButton, signByTyping, waitForDocument } from './sign-like-a-person.ts';

const NAME = 'Ada Lovelace';
const NAME_FIELD = 'fullName|svc-input-fullname';

describe.skipIf(noBrowserReason !== null)(
  `signing links with the real service ${noBrowserReason ?? ''}`,
  () => {
    let browser: Browser;
    let running: TestService;

    beforeAll(async () => {
      [browser, running] = await Promise.all([shareChromium(), shareService(anyDatabase)]);
    });
    afterAll(async () => {
      await running?.close();
    });

    async function send() {
      const emailAddress = `${randomUUID()}@example.com`;
      const signeeDetails = [{ fullName: NAME, emailAddress, signaturePlacement: 'new_page' }];
      const body = documentBody(await uploadFixture(running.client), { signeeDetails });
      const { documentId } = (await running.client.post<{ documentId: string }>('/v1/docs', body)).body;
      await waitForStatus(running.client, documentId, 'awaiting_signatures');
      return { documentId, emailAddress };
    }

    async function findRecipientLink(documentId: string): Promise<string> {
      const { body } = await running.client.get<{ recipients: { signingUrl: string }[] }>(
        `/v1/docs/${documentId}/recipient-links`,
      );
      return body.recipients[0]?.signingUrl ?? '';
    }

    async function readCode(to: string): Promise<string> {
      const { body } = await running.client.get<{ text: string }[]>(
        `/outbox/messages?to=${encodeURIComponent(to)}`,
      );
      return body.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find((code) => code !== undefined) ?? '';
    }

    async function open(url: string, options: BrowserContextOptions) {
      const [page, problems] = await openPage(browser, options);
      await page.goto(url);
      return { page, problems };
    }

    it('a recipient link asks for a code on a phone, and opens again after a reload without one', async () => {
      const { documentId, emailAddress } = await send();
      const { page } = await open(await findRecipientLink(documentId), PHONE);
      await page.getByRole('heading', { name: 'A code opens this document' }).waitFor();
      expect(await page.locator('body').innerText()).not.toContain(emailAddress);
      await page.getByRole('button', { name: /^Send a code to/ }).tap();
      const input = page.getByRole('textbox', { name: /^Code that was sent to/ });
      await input.waitFor();
      // The button that was tapped is gone, and the focus went with it.
      const isFocused = () => input.evaluate((element) => element === document.activeElement);
      await expect.poll(isFocused).toBe(true);
      expect(await findBarriers(page)).toEqual([]);
      const refusal = page.getByRole('alert').filter({ hasText: /\S/ });
      // Each press without a code used up one of five tries.
      for (let press = 0; press < 6; press++)
        await page.getByRole('button', { name: 'Open the document' }).tap();
      await refusal.filter({ hasText: 'This needs to be filled in.' }).waitFor();
      const code = await readCode(emailAddress);
      await input.fill(code === '000000' ? '000001' : '000000');
      await page.getByRole('button', { name: 'Open the document' }).tap();
      await refusal.filter({ hasText: '4' }).waitFor();
      await expect.poll(isFocused).toBe(true);
      expect(await input.getAttribute('aria-invalid')).toBe('true');
      // It was gray, as the text around it.
      const colorOf = (element: Locator) => element.evaluate((one) => getComputedStyle(one).color);
      expect(await colorOf(refusal)).not.toBe(await colorOf(page.locator('.message-card .field-hint')));
      await input.fill(code);
      await input.press('Enter');
      await waitForDocument(page);
      // The focus was lost with the input.
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
      await page.reload();
      await waitForDocument(page);
      await signByTyping(page, NAME);
      await finishSigning(page);
      await waitForStatus(running.client, documentId, 'completed');
    });

    it('declining asks for a reason, and ends the document', async () => {
      const { documentId, emailAddress } = await send();
      const link = running.baseUrl + (await readInvitation(running.client, emailAddress));
      const { page, problems } = await open(link, DESKTOP);
      await waitForDocument(page);
      await page.getByRole('button', { name: 'Decline to sign' }).click();
      const dialog = page.getByRole('dialog', { name: 'Decline to sign?' });
      await dialog.getByRole('button', { name: 'Decline', exact: true }).click();
      await dialog.getByText('Give a reason first.').waitFor();
      // Screen readers did not find it from the input.
      const input = dialog.getByRole('textbox', { name: 'Reason', description: 'Give a reason first.' });
      expect(await input.getAttribute('aria-invalid')).toBe('true');
      expect(await findBarriers(page)).toEqual([]);
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('The salary is wrong');
      await dialog.getByRole('button', { name: 'Decline', exact: true }).click();
      await page.getByRole('heading', { name: 'You declined to sign' }).waitFor();
      expect(await findBarriers(page)).toEqual([]);
      const { body } = await running.client.get<{ status: string; declined: { reason: string } }>(
        `/v1/docs/${documentId}`,
      );
      expect([body.status, body.declined.reason]).toEqual(['revoked', 'The salary is wrong']);
      expect(problems).toEqual([]);
    });

    it('a page that shows an earlier PDF loads the current one instead of signing', async () => {
      const { documentId, emailAddress } = await send();
      const link = running.baseUrl + (await readInvitation(running.client, emailAddress));
      const { page } = await open(link, DESKTOP);
      await waitForDocument(page);
      await signByTyping(page, NAME);
      const fields = [{ name: NAME_FIELD, value: 'Augusta Ada King' }];
      expect((await running.client.post(`/v1/docs/${documentId}/field-values`, { fields })).status).toBe(200);
      await finishSigning(page);
      const name = page.getByRole('textbox', { name: /name/i }).first();
      await expect.poll(() => name.inputValue()).toBe('Augusta Ada King');
      await guideButton(page).waitFor();
      const { body } = await running.client.get<{ status: string }>(`/v1/docs/${documentId}`);
      expect(body.status).toBe('awaiting_signatures');
      await finishSigning(page);
      await waitForStatus(running.client, documentId, 'completed');
    });
  },
);
