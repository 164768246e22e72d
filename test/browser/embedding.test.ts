import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentBody, uploadFixture, waitForStatus } from '../service/journey-steps.ts';
import { anyDatabase, startService, type TestService } from '../service/start-service.ts';
import { DESKTOP, launchWholeChromium, noBrowserReason, openPage } from './chromium.ts';

const GUIDE = new URL('../../docs/api/embedding.md', import.meta.url);
const NAME = 'Ada Lovelace';

/** A site of its own: the service is at localhost. */
async function startSite() {
  let html = '';
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show: (page: string) => {
      html = page;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The example of the guide, for another link. */
function readExample(link: string): string {
  const [, example = ''] = /```html\n(.*?)```/s.exec(readFileSync(GUIDE, 'utf8')) ?? [];
  return example
    .replace('https://sign.example.com/sign/TOKEN', link)
    .replace('https://sign.example.com', new URL(link).origin);
}

describe.skipIf(noBrowserReason !== null)(`a signing page of another site ${noBrowserReason ?? ''}`, () => {
  let browser: Browser;
  let running: TestService;
  let site: Awaited<ReturnType<typeof startSite>>;
  let stranger: typeof site;

  beforeAll(async () => {
    [site, stranger] = await Promise.all([startSite(), startSite()]);
    const settings = { EMBEDDING_ORIGINS: `https://app.example.com, ${site.origin}` };
    [browser, running] = await Promise.all([launchWholeChromium(), startService(anyDatabase, settings)]);
  });
  afterAll(async () => {
    await browser?.close();
    await running?.close();
    site?.close();
    stranger?.close();
  });

  async function send() {
    const emailAddress = `${randomUUID()}@example.com`;
    const signeeDetails = [{ fullName: NAME, emailAddress, signaturePlacement: 'new_page' }];
    const fileId = await uploadFixture(running.client, 'plain/a4.pdf');
    const body = documentBody(fileId, { signeeDetails });
    const { documentId } = (await running.client.post<{ documentId: string }>('/v1/docs', body)).body;
    await waitForStatus(running.client, documentId, 'awaiting_signatures');
    const { body: found } = await running.client.get<{
      recipients: { signeeId: string; signingUrl: string }[];
    }>(`/v1/docs/${documentId}/recipient-links`);
    const [{ signeeId, signingUrl } = { signeeId: '', signingUrl: '' }] = found.recipients;
    return { documentId, emailAddress, signeeId, signingUrl };
  }

  async function open(from: typeof site, link: string) {
    from.show(readExample(link));
    const [page, problems] = await openPage(browser, { ...DESKTOP, acceptDownloads: true });
    await page.addInitScript(() => {
      const kept = window as unknown as { messages: unknown[] };
      kept.messages = [];
      addEventListener('message', ({ data }) => kept.messages.push(data));
    });
    await page.goto(from.origin);
    return { page, problems, frame: page.frameLocator('#signing') };
  }
  const readMessages = (page: Page) =>
    page.evaluate(() => (window as unknown as { messages: { type: string }[] }).messages);

  it('is signed with a code and without cookies and storage, and says so to the page around it', async () => {
    const { documentId, emailAddress, signeeId, signingUrl } = await send();
    const { page, problems, frame } = await open(site, signingUrl);
    await frame.getByRole('button', { name: /^Send a code to/ }).click();
    const input = frame.getByRole('textbox', { name: /^Code that was sent to/ });
    await input.waitFor();
    const { body: mails } = await running.client.get<{ text: string }[]>(
      `/outbox/messages?to=${encodeURIComponent(emailAddress)}`,
    );
    const code = mails.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find((found) => found !== undefined);
    await input.fill(code ?? '');
    await input.press('Enter');
    await frame.locator('.page-picture[data-outcome="drawn"]').first().waitFor();
    const next = frame.locator('.guide-next');
    await next.click();
    const dialog = frame.getByRole('dialog', { name: 'Add your signature' });
    await dialog.getByRole('radio', { name: 'Type' }).check();
    await dialog.getByLabel('Type your name').fill(NAME);
    await dialog.getByRole('button', { name: 'Use this signature' }).click();
    await next.click();
    const review = frame.getByRole('dialog', { name: 'Check and sign' });
    await review.getByRole('checkbox').check();
    await review.getByRole('button', { name: 'Sign document' }).click();
    await page.getByText('Signed', { exact: true }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      frame.getByRole('link', { name: /^Download/ }).click(),
    ]);
    expect(
      readFileSync(await download.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    expect(await readMessages(page)).toEqual(
      ['loaded', 'signed', 'completed'].map((name) => ({
        type: `countersign:${name}`,
        documentId,
        signeeId,
      })),
    );
    // This browser blocks the storage of frames too.
    const stored = page.frames()[1]?.evaluate(() => sessionStorage.length);
    await expect(stored).rejects.toThrow('Access is denied');
    expect(await page.context().cookies()).toEqual([]);
    // Chromium's note that a frame may not take the focus.
    expect(problems.filter((problem) => !problem.startsWith('Blocked autofocusing'))).toEqual([]);
    await page.context().close();
  });

  it('is not shown to a site that is not listed, nor is another page to one that is', async () => {
    const { signingUrl } = await send();
    for (const [from, url] of [
      [stranger, signingUrl],
      [site, `${running.baseUrl}/sign-in`],
    ] as const) {
      const { page, problems } = await open(from, url);
      await expect.poll(() => problems.join()).toMatch(/frame-ancestors|X-Frame-Options/);
      expect(await readMessages(page)).toEqual([]);
      await page.context().close();
    }
  });
});
