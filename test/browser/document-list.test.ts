import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { signIn } from '../service/api-client.ts';
import { documentBody, uploadFixture, waitForStatus } from '../service/journey-steps.ts';
import { shareService } from '../service/share-service.ts';
import { anyDatabase, type TestService } from '../service/start-service.ts';
import { DESKTOP, noBrowserReason, openPage, PHONE, shareChromium } from './chromium.ts';
import { findBarriers } from './find-barriers.ts';

/** The names of the caches with pictures of first pages. */
const listStores = async (page: Page) =>
  (await page.evaluate(() => caches.keys())).filter((name) => name.startsWith('countersign-thumbnails/'));

describe.skipIf(noBrowserReason !== null)(`the list of documents ${noBrowserReason ?? ''}`, () => {
  let browser: Browser;
  let running: TestService;

  beforeAll(async () => {
    [browser, running] = await Promise.all([shareChromium(), shareService(anyDatabase)]);
  });
  afterAll(async () => running?.close());

  async function open(path: string, options: BrowserContextOptions = DESKTOP) {
    const [page, problems] = await openPage(browser, options);
    const [name = '', value = ''] = ((await signIn(running.baseUrl)).cookie() ?? '').split('=');
    await page.context().addCookies([{ name, value, url: running.baseUrl }]);
    await page.goto(running.baseUrl + path);
    return { page, problems };
  }
  async function send(name: string, changes: Record<string, unknown> = {}) {
    const emailAddress = `${randomUUID()}@example.com`;
    const signeeDetails = [{ fullName: 'Ada Lovelace', emailAddress, signaturePlacement: 'new_page' }];
    const body = documentBody(await uploadFixture(running.client), { name, signeeDetails, ...changes });
    const { documentId } = (await running.client.post<{ documentId: string }>('/v1/docs', body)).body;
    await waitForStatus(running.client, documentId, 'awaiting_signatures');
    return documentId;
  }
  const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
  const labelsOf = async (documentId: string) =>
    (await running.client.get<{ labels: string[] }>(`/v1/docs/${documentId}`)).body.labels;

  it('before the first document there are three steps, ticked as the draft goes on', async () => {
    const { page, problems } = await open('/documents', PHONE);
    await page.getByRole('link', { name: 'Send a document' }).waitFor();
    const steps = page.locator('.step-list li');
    expect(await steps.allInnerTexts()).toHaveLength(3);
    expect(await page.getByText('(done)').count()).toBe(0);
    const signeeDetails = [{ fullName: 'Ada', signaturePlacement: 'new_page' }];
    const fileId = await uploadFixture(running.client);
    const { body } = await running.client.post<{ draftId: string }>('/v1/docs/drafts', {
      ...{ name: 'Lease', fileId, signeeDetails },
    });
    await page.reload();
    await page.getByRole('link', { name: 'Continue with Lease' }).waitFor();
    expect(await page.getByText('(done)').count()).toBe(2);
    expect(await findBarriers(page)).toEqual([]);
    await running.client.delete(`/v1/docs/drafts/${body.draftId}`);
    expect(problems).toEqual([]);
  });

  it('[L-02] [L-04] labels of several documents are changed at once, undone, and filter the list', async () => {
    const mark = randomUUID().slice(0, 8);
    const first = await send(`First ${mark}`, { labels: ['Kept'] });
    const second = await send(`Second ${mark}`);
    const { page, problems } = await open(`/documents?search=${mark}`);
    await row(page, `Second ${mark}`).waitFor();
    const label = async (text: string) => {
      await page.getByRole('checkbox', { name: 'Select all shown' }).check();
      await page.getByRole('button', { name: 'Labels', exact: true }).click();
      await page.getByRole('textbox', { name: 'New label' }).or(page.getByLabel('New label')).fill(text);
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByText('The labels of 2 documents were changed.').waitFor();
    };
    await label(`Lease ${mark}`);
    await row(page, `Second ${mark}`).getByText(`Lease ${mark}`).waitFor();
    expect(await labelsOf(first)).toEqual(['Kept', `Lease ${mark}`]);
    // The toast stays as long as the pointer is on it.
    await page.locator('.toast').hover();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => labelsOf(second)).toEqual([]);
    await expect.poll(() => labelsOf(first)).toEqual(['Kept']);
    await page.getByText('were changed.').waitFor({ state: 'detached' });

    await label(`Flat ${mark}`);
    await page.goto(`${running.baseUrl}/documents`);
    await page.getByRole('combobox', { name: 'Label' }).selectOption(`Flat ${mark}`);
    await page.waitForURL(/label=Flat/);
    await row(page, `First ${mark}`).waitFor();
    await row(page, `Second ${mark}`).waitFor();
    await page.getByRole('combobox', { name: 'Label' }).selectOption('Kept');
    await row(page, `Second ${mark}`).waitFor({ state: 'detached' });
    // The list is empty, too, while another one is loaded.
    await row(page, `First ${mark}`).waitFor();
    expect(await row(page, `Second ${mark}`).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('a toast says what was done for six seconds, and longer while the pointer is on it', async () => {
    const name = `Reminded ${randomUUID()}`;
    await send(name);
    const { page, problems } = await open('/documents');
    await page.clock.install();
    await row(page, name)
      .getByRole('button', { name: `Remind: ${name}` })
      .click();
    const toast = page.locator('.toast');
    await toast.getByText('1 person was reminded').waitFor();
    expect(await page.locator('.toasts').getAttribute('role')).toBe('status');
    await toast.hover();
    await page.clock.fastForward(60_000);
    expect(await toast.count()).toBe(1);
    await page.mouse.move(0, 0);
    await page.clock.fastForward(6_000);
    await toast.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  it('draws first pages on wide screens once, and forgets them with the session', async () => {
    const name = `Pictured ${randomUUID()}`;
    const documentId = await send(name);
    const { page, problems } = await open('/documents');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const picture = row(page, name).locator('.thumbnail.is-drawn');
    await picture.waitFor();
    // What is drawn is a page with text, and not an empty canvas.
    const inks = await picture.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return new Set(pixels).size;
    });
    expect(inks).toBeGreaterThan(8);
    expect(await listStores(page)).toHaveLength(1);
    await page.reload();
    asked.length = 0;
    await picture.waitFor();
    expect(asked).not.toContain(`/v1/docs/${documentId}/file`);
    await page.getByRole('button', { name: /^Account menu/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${running.baseUrl}/`);
    expect(await listStores(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('shows no first pages on a phone, and names the exact end of the time to sign', async () => {
    const name = `Urgent ${randomUUID()}`;
    const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString();
    await send(name, { expiryDate: tomorrow });
    const { page } = await open('/documents', PHONE);
    const due = row(page, name).locator('time.is-urgent');
    await due.getByText('tomorrow').waitFor();
    expect(await due.getAttribute('datetime')).toBe(tomorrow);
    expect(await due.getAttribute('title')).toMatch(/\d{4}.*\d\d:\d\d.*(?:UTC|GMT)/);
    expect(await page.locator('.thumbnail').count()).toBe(0);
  });

  it('several PDFs that are dropped on a list begin one new document', async () => {
    const { page, problems } = await open('/templates');
    await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();
    const content = readFileSync(fixturePath('plain/a4.pdf')).toString('base64');
    const files = await page.evaluateHandle((base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const transfer = new DataTransfer();
      for (const name of ['one.pdf', 'two.pdf'])
        transfer.items.add(new File([bytes], name, { type: 'application/pdf' }));
      return transfer;
    }, content);
    await page.dispatchEvent('body', 'dragover', { dataTransfer: files });
    await page.getByText('Drop your PDFs to make a new document').waitFor();
    await page.dispatchEvent('body', 'drop', { dataTransfer: files });
    await page.waitForURL('**/new');
    await page.getByText('one.pdf').waitFor();
    await page.getByText('two.pdf').waitFor();
    await page.getByRole('button', { name: 'Join and continue' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
});
