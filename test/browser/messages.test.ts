import { messageWriter } from '@countersign/i18n';
import type { MessageKind } from '@countersign/signing';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { noBrowserReason, openPage, PHONE, shareChromium } from './chromium.ts';
import { findBarriers } from './find-barriers.ts';

/** The longest of everything, some of it without a place to break. */
const PARAMS = {
  recipientName: 'Łukasz Żółć-Brzęczyszczykiewicz',
  senderName: 'Greta Öberg',
  accountName: 'Nordhavn Fastighetsförvaltning AB',
  documentName: `Hyresavtal_${'lägenhetsnummer'.repeat(6)}.pdf`,
  signeeName: 'Bo Ek',
  quote: 'Hej!\n\nHär kommer avtalet som vi talade om. <b>Läs det</b> i lugn och ro.',
  url: `https://sign.example.com/sign/${'a1B2c3D4'.repeat(6)}`,
  ...{ code: '048291', minutes: 10, days: 7, isAttached: true, notice: 'totp_enabled' as const },
  ...{ webhookName: 'Archive', webhookUrl: `https://hooks.example.com/${'path/'.repeat(12)}` },
};
const KINDS: readonly MessageKind[] = [
  'invitation',
  'your_turn',
  'reminder',
  'contact_changed',
  'code',
  'completed',
  'revoked',
  'expired',
  'declined',
  'owner_declined',
  'owner_expired',
  'owner_opened',
  'owner_signed',
  'owner_payment_unused',
  'owner_sealing_delayed',
  'failed',
  'webhook_disabled',
  'user_invitation',
  'security_notice',
  'password_reset',
];
const MODES: readonly [string, BrowserContextOptions][] = [
  ['light', { ...PHONE, colorScheme: 'light' }],
  ['dark', { ...PHONE, colorScheme: 'dark' }],
];

describe.skipIf(noBrowserReason !== null)(`messages on a phone ${noBrowserReason ?? ''}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await shareChromium();
  });

  it.each(MODES)('load nothing, fit the width and can be read in %s mode', async (mode, options) => {
    const [page, problems] = await openPage(browser, options);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    for (const kind of KINDS) {
      const { html } = messageWriter.message('sv', kind, PARAMS);
      await page.setContent(html, { waitUntil: 'load' });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, kind).toBeLessThanOrEqual(390);
      expect(await findBarriers(page), kind).toEqual([]);
    }
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(background).toBe(mode === 'dark' ? 'rgb(13, 18, 25)' : 'rgb(245, 246, 248)');
    expect(requests).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('show a link by its address too, and the preview text to nobody who reads', async () => {
    const [page] = await openPage(browser, PHONE);
    await page.setContent(messageWriter.message('en', 'invitation', PARAMS).html);
    expect(await page.getByRole('link').count()).toBe(2);
    expect(await page.getByRole('link', { name: PARAMS.url }).isVisible()).toBe(true);
    expect(await page.getByText('Read the document and sign it').isVisible()).toBe(false);
    expect(await page.getByText('<b>Läs det</b>').isVisible()).toBe(true);
  });
});
