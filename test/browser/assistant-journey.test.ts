import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryDir } from '../../packages/adapters/testing/temporary-dir.ts';
import { signIn } from '../service/api-client.ts';
import { drawContract, uploadPdf } from '../service/assistant/contract-file.ts';
import { readInvitation, waitForStatus } from '../service/journey-steps.ts';
import { shareService } from '../service/share-service.ts';
import { anyDatabase, type TestService } from '../service/start-service.ts';
import { DESKTOP, noBrowserReason, openPage, PHONE, shareChromium } from './chromium.ts';
import { findBarriers } from './find-barriers.ts';
import { waitForDocument } from './sign-like-a-person.ts';

interface Draft {
  readonly aiAssistant?: object;
}

/** Points on a page of 595 x 842: the line "The notice period is three months." */
const NOTICE_LINE = { from: 300, to: 345 };

describe.skipIf(noBrowserReason !== null)(`the assistant from end to end ${noBrowserReason ?? ''}`, () => {
  const folder = makeTemporaryDir();
  let browser: Browser;
  let running: TestService;
  let cookie: string;
  let fileId: string;

  beforeAll(async () => {
    [browser, running] = await Promise.all([shareChromium(), shareService(anyDatabase)]);
    cookie = (await signIn(running.baseUrl)).cookie() ?? '';
    await running.client.patch('/v1/users/me', { language: 'en' });
    fileId = await uploadPdf(running.client, folder.path, await drawContract());
  });
  afterAll(async () => {
    await running?.close();
    folder.remove();
  });

  const openSignedIn = async (): Promise<{ page: Page; problems: string[] }> => {
    const [page, problems] = await openPage(browser, DESKTOP);
    const [name = '', value = ''] = cookie.split('=');
    await page.context().addCookies([{ name, value, url: running.baseUrl }]);
    return { page, problems };
  };

  const makeDraft = async (changes: object = {}) => {
    const emailAddress = `${crypto.randomUUID()}@example.com`;
    const signeeDetails = [{ fullName: 'Ada', emailAddress, signaturePlacement: 'new_page' }];
    const body = { fileId, name: 'Lease', signeeDetails, ...changes };
    const { body: draft } = await running.client.post<{ draftId: string }>('/v1/docs/drafts', body);
    return { ...draft, emailAddress };
  };

  it('[D11-04] is switched on in the composer, reads, and answers the signee with the place in the document', async () => {
    const { draftId, emailAddress } = await makeDraft();
    const { page, problems } = await openSignedIn();
    await page.goto(`${running.baseUrl}/drafts/${draftId}`);
    await page.getByRole('checkbox', { name: 'Signers can ask about the document' }).check();
    await page.getByText(/It gives no advice\. Questions are answered in this service, or by/).waitFor();
    await page.getByRole('combobox', { name: 'Language of the assistant' }).selectOption('fi');
    await page.getByRole('checkbox', { name: 'Answers can be read aloud' }).check();
    expect(await findBarriers(page)).toEqual([]);
    const aiAssistant = { enabled: true, textToSpeech: true, language: 'fi' };
    await expect
      .poll(async () => (await running.client.get<Draft>(`/v1/docs/drafts/${draftId}`)).body.aiAssistant)
      .toEqual(aiAssistant);

    const { body } = await running.client.post<{ documentId: string }>(`/v1/docs/drafts/${draftId}/send`, {});
    const link = await readInvitation(running.client, emailAddress);
    await page.goto(`${running.baseUrl}/documents/${body.documentId}`);
    await page.getByText('Answers questions, in Finnish').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();

    const [phone, phoneProblems] = await openPage(browser, PHONE);
    await phone.goto(`${running.baseUrl}${link}`);
    await waitForDocument(phone);
    await phone.locator('#ask').tap();
    const panel = phone.getByRole('dialog', { name: 'Kysy asiakirjasta' });
    await panel.getByRole('button', { name: 'Summat 2' }).waitFor();
    await panel.getByRole('textbox', { name: 'Kysymyksesi' }).fill('What is the notice period?');
    await phone.keyboard.press('Enter');
    const quote = panel.locator('.assistant-quote').filter({ hasText: 'three months' });
    expect(await panel.getByText('Ohjelman kirjoittama').count()).toBe(0);
    await quote.getByRole('button').tap();
    const mark = phone.locator('.quote-mark').first();
    const place = await mark.evaluate((one) => {
      const [box, paper] = [one.getBoundingClientRect(), one.closest('.page')?.getBoundingClientRect()];
      const scale = (paper?.width ?? 0) / 595;
      return { from: (box.top - (paper?.top ?? 0)) / scale, to: (box.bottom - (paper?.top ?? 0)) / scale };
    });
    expect(place.from).toBeGreaterThan(NOTICE_LINE.from);
    expect(place.to).toBeLessThan(NOTICE_LINE.to);
    expect(phoneProblems).toEqual([]);
    await phone.context().close();
  });

  it('[D11-02] is said to read while the document is processing, in the list and on its page', async () => {
    const { draftId } = await makeDraft({ aiAssistant: { enabled: true } });
    const { body } = await running.client.post<{ documentId: string }>(`/v1/docs/drafts/${draftId}/send`, {});
    await waitForStatus(running.client, body.documentId, 'awaiting_signatures');
    const { page, problems } = await openSignedIn();
    // As it was a moment ago.
    await page.route(/\/v1\/docs(\?|\/[\w-]+$)/, async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      // Nothing has changed since the page asked before.
      if (text === '') return route.fulfill({ response });
      const answer = JSON.parse(text) as { documents?: { status: string }[] };
      const reading = {
        status: 'processing',
        aiAssistant: { enabled: true, language: 'en', status: 'processing' },
      };
      for (const one of answer.documents ?? [answer]) Object.assign(one, reading);
      await route.fulfill({ response, json: answer });
    });
    await page.goto(`${running.baseUrl}/documents`);
    await page.getByText('Being read by the assistant').first().waitFor();
    await page.goto(`${running.baseUrl}/documents/${body.documentId}`);
    await page.getByText('The assistant reads the document. Invitations are sent when it is done').waitFor();
    await page.getByText('Reading the document').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('[D11-03] says why it is not available, and that the rest works', async () => {
    const blank = await drawContract([]);
    const { body: sent } = await running.client.post<{ documentId: string }>('/v1/docs', {
      fileId: await uploadPdf(running.client, folder.path, blank),
      name: 'Pictures',
      signeeDetails: [{ fullName: 'Ada', emailAddress: 'ada@example.com', signaturePlacement: 'new_page' }],
      aiAssistant: { enabled: true },
    });
    await waitForStatus(running.client, sent.documentId, 'awaiting_signatures');
    const { page } = await openSignedIn();
    await page.goto(`${running.baseUrl}/documents/${sent.documentId}`);
    await page
      .getByText(/Not available: the document has no text, only pictures\. Everything else works/)
      .waitFor();
    await page.context().close();
  });

  it('is offered by the composer with the capability only, but can always be switched off', async () => {
    const drafts = [await makeDraft(), await makeDraft({ aiAssistant: { enabled: true } })];
    const { page } = await openSignedIn();
    await page.route('**/v1/account/capabilities', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...JSON.parse(await response.text()), aiAssistant: false } });
    });
    const toggle = page.getByRole('checkbox', { name: 'Signers can ask about the document' });
    for (const [index, { draftId }] of drafts.entries()) {
      await page.goto(`${running.baseUrl}/drafts/${draftId}`);
      await page.locator('.composer-signee').first().waitFor();
      expect(await toggle.count(), `draft ${index}`).toBe(index);
    }
    await toggle.click();
    await expect.poll(() => toggle.count()).toBe(0);
    await page.context().close();
  });
});
