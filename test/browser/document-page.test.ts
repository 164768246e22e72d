import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordDelivery } from '../../packages/signing/notifications/send-message.ts';
import { signIn } from '../service/api-client.ts';
import {
  documentBody,
  readInvitation,
  signByHand,
  uploadFixture,
  waitForStatus,
} from '../service/journey-steps.ts';
import { type SharedService, shareService } from '../service/share-service.ts';
import { anyDatabase } from '../service/start-service.ts';
import { DESKTOP, noBrowserReason, openPage, PHONE, shareChromium, TABLET } from './chromium.ts';
import { findBarriers } from './find-barriers.ts';

/** CSS pixels that a part of the skeleton may be from where the loaded page has it. */
const MAX_SHIFT = 8;

describe.skipIf(noBrowserReason !== null)(`the page of a document ${noBrowserReason ?? ''}`, () => {
  let browser: Browser;
  let running: SharedService;
  let cookie: string;

  beforeAll(async () => {
    [browser, running] = await Promise.all([shareChromium(), shareService(anyDatabase)]);
    cookie = (await signIn(running.baseUrl)).cookie() ?? '';
  });
  afterAll(async () => {
    await running?.close();
  });

  async function openBlank(options: BrowserContextOptions = DESKTOP) {
    const [page, problems] = await openPage(browser, options);
    const [name = '', value = ''] = cookie.split('=');
    await page.context().addCookies([{ name, value, url: running.baseUrl }]);
    return { page, problems };
  }
  async function open(documentId: string, options: BrowserContextOptions = DESKTOP) {
    const opened = await openBlank(options);
    await opened.page.goto(`${running.baseUrl}/documents/${documentId}`);
    await opened.page.locator('.preview-page[data-outcome="drawn"]').waitFor();
    return opened;
  }

  async function send(name: string, names: readonly string[], enableSigningOrder = false) {
    const people = names.map((fullName, index) => ({
      fullName,
      emailAddress: `${randomUUID()}@example.com`,
      signaturePlacement: 'new_page',
      ...(enableSigningOrder ? { signingOrder: index + 1 } : {}),
    }));
    const fileId = await uploadFixture(running.client);
    const body = documentBody(fileId, { name, signeeDetails: people, enableSigningOrder });
    const { documentId } = (await running.client.post<{ documentId: string }>('/v1/docs', body)).body;
    await waitForStatus(running.client, documentId, 'awaiting_signatures');
    const { body: sent } = await running.client.get<{ signeeDetails: { signeeId: string }[] }>(
      `/v1/docs/${documentId}`,
    );
    const ids = sent.signeeDetails.map(({ signeeId }) => signeeId);
    return { documentId, ids, addresses: people.map(({ emailAddress }) => emailAddress) };
  }
  const activity = (page: Page) => page.getByRole('region', { name: 'Activity' }).getByRole('listitem');

  it('says whose turn it is, until when, and what happened in its order', async () => {
    const people = ['Anna Ek', 'Ola Nordström', 'Sara Lund'];
    const { documentId, addresses } = await send('Lease of Storgatan 14', people, true);
    await signByHand(running.client.anonymous, await readInvitation(running.client, addresses[0] ?? ''));
    const { page, problems } = await open(documentId);
    await page.getByText('Waiting for Ola Nordström to sign.').waitFor();
    await page
      .getByText(
        /^1 of 3 has signed. They sign one after another. Last day to sign: .*, \d{4}\. 90 days left$/,
      )
      .waitFor();
    await page.getByText('signs after Ola Nordström').waitFor();
    expect(await page.locator('.signee-row .badge').allTextContents()).toEqual(['Signed', 'Next']);
    await expect
      .poll(() => activity(page).locator('.timeline-sentence').allTextContents())
      .toEqual([
        'First user sent the document',
        'Invitation sent to Anna Ek by email',
        'Anna Ek signed',
        'Invitation sent to Ola Nordström by email',
        'Waiting for Ola Nordström',
      ]);
    expect(await page.locator('.button-primary:visible').allTextContents()).toEqual(['Remind Ola Nordström']);
    expect(problems).toEqual([]);
  });

  it('shows the first page without a press, the others one by one, and all of them large', async () => {
    const { documentId } = await send('Contract of two pages', ['Ada Lovelace']);
    const { page, problems } = await open(documentId, PHONE);
    await page.getByText('Page 1 of 3', { exact: true }).waitFor();
    const next = page.getByRole('button', { name: 'Next page' });
    await next.tap();
    await page.getByText('Page 2 of 3', { exact: true }).waitFor();
    await next.tap();
    await page.getByText('Page 3 of 3', { exact: true }).waitFor();
    expect(await next.getAttribute('aria-disabled')).toBe('true');
    expect(await findBarriers(page)).toEqual([]);
    await page.locator('.preview-page').tap();
    const dialog = page.getByRole('dialog', { name: 'Contract of two pages' });
    await dialog.locator('[data-outcome="drawn"]').first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  it('says what was not delivered and what to do, and that a message was delivered once that is known', async () => {
    const { documentId, ids } = await send('Undelivered contract', ['Ada Lovelace']);
    const recipient = { documentId, signeeId: ids[0] ?? '', channel: 'email' } as const;
    const { page } = await open(documentId, TABLET);
    await page.getByText('Invitation sent to Ada Lovelace by email').waitFor();
    expect(await page.getByText('Message delivered').count()).toBe(0);
    await recordDelivery(running.deps, recipient, 'recipient_invalid');
    await page.getByText('The email was not delivered: the address does not exist. Correct it').waitFor();
    await page.getByText('Not reached').waitFor();
    await page.getByText('A message to Ada Lovelace by email was not delivered').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Correct the details' }).click();
    await page.getByRole('dialog', { name: 'Change contact details' }).getByLabel('Email address').waitFor();
    await page.keyboard.press('Escape');
    await recordDelivery(running.deps, recipient, null);
    await page.getByText('Message delivered to Ada Lovelace by email').waitFor();
    await page.getByText('Not reached').waitFor({ state: 'detached' });
  });

  it('gives one person a link, and says for whom it was', async () => {
    const { documentId } = await send('Contract by hand', ['Ada Lovelace', 'Bo Ek']);
    const { page } = await open(documentId);
    await page.getByRole('button', { name: 'More for Bo Ek' }).click();
    await page.getByRole('button', { name: 'Get a signing link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Signing links' });
    await dialog.getByRole('heading', { name: 'Bo Ek, code by email' }).waitFor();
    expect(await dialog.locator('code').count()).toBe(1);
    await page.keyboard.press('Escape');
    // The service makes the links of all at once.
    await page.getByText('First user got a link for Ada Lovelace and Bo Ek').waitFor();
  });

  it.each([
    ['phone', PHONE],
    ['tablet', TABLET],
    ['desktop', DESKTOP],
  ] as const)('has its parts where they were while it was loading: %s', async (_, options) => {
    const { documentId } = await send('Short contract', ['Ada Lovelace']);
    const { page } = await openBlank(options);
    const held = Promise.withResolvers<void>();
    await page.route(`**/v1/docs/${documentId}`, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(`${running.baseUrl}/documents/${documentId}`);
    await page.locator('.skeleton-title').waitFor();
    const before = await readLayout(page);
    held.resolve();
    await page.locator('.preview-page[data-outcome="drawn"]').waitFor();
    const after = await readLayout(page);
    for (const [part, place] of Object.entries(before))
      for (const [side, pixels] of Object.entries(place))
        expect(Math.abs(pixels - (after[part]?.[side] ?? 0)), `${part} ${side}`).toBeLessThanOrEqual(
          MAX_SHIFT,
        );
  });
});

type Layout = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Returns where parts are whose size does not depend on how many people sign. */
function readLayout(page: Page): Promise<Layout> {
  return page.evaluate(() => {
    const placeOf = (selector: string, sides: readonly ('x' | 'y' | 'width' | 'height')[]) => {
      const rect = document.querySelector(selector)?.getBoundingClientRect();
      return Object.fromEntries(sides.map((side) => [side, rect?.[side] ?? 0]));
    };
    return {
      heading: placeOf('.document-heading', ['x', 'y', 'width', 'height']),
      people: placeOf('.document-people', ['x', 'y', 'width']),
      frame: placeOf('.preview-frame', ['x', 'width', 'height']),
    };
  });
}
