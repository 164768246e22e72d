import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryDir } from '../../packages/adapters/testing/temporary-dir.ts';
import { uploadFixture } from '../service/journey-steps.ts';
import { shareService } from '../service/share-service.ts';
import { anyDatabase, type TestService } from '../service/start-service.ts';
import { DESKTOP, noBrowserReason, openPage, PHONE, shareChromium } from './chromium.ts';
import { findBarriers } from './find-barriers.ts';
import { finishSigning, signByTyping, waitForDocument } from './sign-like-a-person.ts';

const NAME = 'Ada Lovelace';

interface PublicLink {
  readonly linkId: string;
  readonly url: string;
}

describe.skipIf(noBrowserReason !== null)(`visitors of a public link ${noBrowserReason ?? ''}`, () => {
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

  const slot = (label = '') => ({ signaturePlacement: 'new_page', label });
  const createLink = async (changes: object = {}) => {
    const fileId = await uploadFixture(running.client, 'plain/a4.pdf');
    const body = { fileId, name: 'House rules', signeeDetails: [slot()], ...changes };
    return (await running.client.post<PublicLink>('/v1/links', body)).body;
  };

  const open = async (url: string, options: BrowserContextOptions) => {
    const [page, problems] = await openPage(browser, options);
    await page.goto(url);
    return { page, problems };
  };

  const continueButton = (page: Page) => page.getByRole('button', { name: 'Continue' });

  async function enterCode(page: Page, emailAddress: string): Promise<void> {
    const input = page.getByRole('textbox', { name: /^Code that was sent to/ });
    await input.waitFor();
    const { body } = await running.client.get<{ text: string }[]>(
      `/outbox/messages?to=${encodeURIComponent(emailAddress)}`,
    );
    await input.fill(/\b\d{6}\b/.exec(body[0]?.text ?? '')?.[0] ?? '');
    await input.press('Enter');
  }

  it('[D6-28] [D6-29] [D6-30] say who they are, enter a code and sign every slot, on a phone', async () => {
    const { url } = await createLink({
      signeeDetails: [slot('Tenant'), slot('Payer')],
      disablePrinting: true,
    });
    const { page, problems } = await open(url, PHONE);
    await page.getByRole('heading', { name: 'Sign House rules' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);

    await continueButton(page).tap();
    await page.getByText('This needs to be filled in.').first().waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('fullName');
    await page.getByLabel('Your name').fill(NAME);
    await page.getByLabel('Your email address').fill('nobody');
    await continueButton(page).tap();
    await page.getByText('This is not an email address.').waitFor();
    expect(await findBarriers(page)).toEqual([]);

    const emailAddress = `${randomUUID()}@example.com`;
    await page.getByLabel('Your email address').fill(emailAddress);
    await page.context().setOffline(true);
    await continueButton(page).tap();
    const refusal = page.getByText('What you have filled in is kept');
    await refusal.waitFor();
    // It was below the button, and on a phone below the screen.
    const boxes = await Promise.all([refusal.boundingBox(), continueButton(page).boundingBox()]);
    expect(boxes[0]?.y).toBeLessThan(boxes[1]?.y ?? 0);
    await page.context().setOffline(false);
    // A reload forgot both.
    await page.reload();
    expect(await page.getByLabel('Your name').inputValue()).toBe(NAME);
    expect(await page.getByLabel('Your email address').inputValue()).toBe(emailAddress);
    await continueButton(page).tap();
    await enterCode(page, emailAddress);

    await waitForDocument(page);
    // The next person at a shared device finds neither.
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(emailAddress);
    await page.getByText('Signature 1 of 2: Tenant').waitFor();
    await page.locator('.more-menu summary').tap();
    await page.locator('.more-menu').getByRole('button', { name: 'Decline to sign' }).waitFor();
    expect(await page.getByRole('link', { name: 'Open as PDF' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('main').isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await signByTyping(page, NAME);
    await finishSigning(page);
    await page.getByText('Signature 2 of 2: Payer').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await signByTyping(page, NAME);
    await finishSigning(page);
    await page.getByRole('heading', { name: 'The document is complete' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('[2.10-50] see the document beside the form if its form allows it, and work it by keyboard', async () => {
    const pdf = await PDFDocument.create();
    const box = { x: 10, y: 10, width: 100, height: 20 };
    pdf.getForm().createTextField('view|svc-access-document').addToPage(pdf.addPage(), box);
    const path = join(folder.path, 'open.pdf');
    await writeFile(path, await pdf.save());
    const { fileId } = (await running.client.upload<{ fileId: string }>(path)).body;
    const { url } = await createLink({ fileId });
    const { page, problems } = await open(url, DESKTOP);
    await page.getByRole('region', { name: 'The document' }).locator('.page-canvas').waitFor();
    expect(await findBarriers(page)).toEqual([]);

    const emailAddress = `${randomUUID()}@example.com`;
    await page.keyboard.press('Tab');
    await page.keyboard.type(NAME);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type(emailAddress);
    await page.keyboard.press('Enter');
    await enterCode(page, emailAddress);
    await waitForDocument(page);
    expect(problems).toEqual([]);
  });

  it('have the languages beside the name of the service, on a small phone', async () => {
    const { url } = await createLink();
    const { page } = await open(url, { ...PHONE, viewport: { width: 320, height: 640 } });
    await page.getByLabel('Language').selectOption('sv');
    await page.getByRole('heading', { name: 'Signera House rules' }).waitFor();
    const [name, languages] = await Promise.all(
      ['.brand', '.language-menu'].map((selector) => page.locator(`.visit-head ${selector}`).boundingBox()),
    );
    expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThan(languages?.x ?? 0);
    await page.context().close();
  });

  it('[P-02] are told that a link is full, closed, or unknown', async () => {
    const { url, linkId } = await createLink({ language: 'sv', replyTo: 'questions@example.com' });
    const { page } = await open(url, PHONE);
    const emailAddress = `${randomUUID()}@example.com`;
    // A full link takes a thousand visitors with a code each.
    const full = { success: false, message: 'För många.', code: 429, errorCode: 'visit_limit_reached' };
    await page.route('**/session', (route) => route.fulfill({ status: 429, json: full }), { times: 1 });
    await page.getByLabel('Ditt namn').fill(NAME);
    await page.getByLabel('Din e-postadress').fill(emailAddress);
    await page.getByRole('button', { name: 'Fortsätt' }).tap();
    await page.getByRole('heading', { name: 'För många är här just nu' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Försök igen' }).tap();
    expect(await page.getByLabel('Ditt namn').inputValue()).toBe(NAME);

    await running.client.put(`/v1/links/${linkId}/disable`, {});
    await page.getByRole('button', { name: 'Fortsätt' }).tap();
    await page.getByRole('heading', { name: 'Länken är stängd' }).waitFor();
    await page.getByRole('link', { name: 'questions@example.com' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await running.client.bare('DELETE', `/v1/links/${linkId}`);
    await page.reload();
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
  });
});
