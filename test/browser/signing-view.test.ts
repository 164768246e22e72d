import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { DESKTOP, noBrowserReason, openPage, PHONE, shareChromium, TABLET } from './chromium.ts';
import { findBarriers } from './find-barriers.ts';
import { drawSignature, finishSigning, guideButton, waitForDocument } from './sign-like-a-person.ts';
import { OWN_BOX } from './stub-document.ts';
import { type StubService, startStubService, stubView } from './stub-service.ts';

const NARROW: BrowserContextOptions = { ...PHONE, viewport: { width: 360, height: 740 } };
/** Points: the width of the page, and the size of most of its text. */
const A4_WIDTH = 595.28;
const TEXT_SIZE = 9.5;

const INITIALS = [0, 1].flatMap((page) =>
  [60, 420, 760].map((y) => ({
    ...OWN_BOX,
    type: 'initials' as const,
    page,
    x: 480,
    y,
    width: 72,
    height: 36,
  })),
);

describe.skipIf(noBrowserReason !== null)(`the document of the signing page ${noBrowserReason ?? ''}`, () => {
  let browser: Browser;
  let stub: StubService;
  let page: Page;
  let problems: string[];

  const open = async (options: BrowserContextOptions): Promise<void> => {
    [page, problems] = await openPage(browser, options);
    await page.goto(`${stub.url}/sign/token`);
    await waitForDocument(page);
    await page.locator('.page-picture[data-outcome="drawn"]').first().waitFor();
  };
  const pageWidth = (): Promise<number> =>
    page
      .locator('.page')
      .first()
      .evaluate((element) => element.getBoundingClientRect().width);
  const showsPercent = (percent: string) => page.locator('.view-zoom').getByText(percent).waitFor();

  beforeAll(async () => {
    browser = await shareChromium();
  });
  beforeEach(async () => {
    stub = await startStubService();
  });
  afterEach(async () => {
    await page.context().close();
    await stub.close();
    expect(problems).toEqual([]);
  });

  it('opens on a phone with text that can be read, and changes its size with buttons from the page to four times', async () => {
    await open(NARROW);
    expect(((await pageWidth()) / A4_WIDTH) * TEXT_SIZE).toBeGreaterThanOrEqual(11);
    // The text begins at the edge of the window.
    const left = await page
      .locator('.page')
      .first()
      .evaluate((element) => element.getBoundingClientRect().left);
    expect(left).toBeLessThan(-40);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const smaller = page.getByRole('button', { name: 'Smaller' });
    while (await smaller.isEnabled()) await smaller.tap();
    expect(await pageWidth()).toBeCloseTo(360, 0);
    await showsPercent('100 %');
    const larger = page.getByRole('button', { name: 'Larger' });
    while (await larger.isEnabled()) await larger.tap();
    expect(await pageWidth()).toBeCloseTo(4 * 360, 0);
    await showsPercent('400 %');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('changes its size with two fingers and two taps, and keeps what is under them', async () => {
    stub.view = stubView({ fields: [], personalMessage: '' });
    await open(NARROW);
    const session = await page.context().newCDPSession(page);
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number }[]
    ) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
    const before = await pageWidth();
    const at = { x: 180, y: 420 };
    const under = () =>
      page.evaluate(({ x, y }) => {
        const box = document.querySelector('.page')?.getBoundingClientRect();
        return box === undefined ? [] : [(x - box.left) / box.width, (y - box.top) / box.height];
      }, at);
    const [x = 0, y = 0] = await under();
    await touch('touchStart', { x: 150, y: 420 }, { x: 210, y: 420 });
    await touch('touchMove', { x: 135, y: 420 }, { x: 225, y: 420 });
    await touch('touchEnd');
    await expect.poll(pageWidth).toBeCloseTo(before * 1.5, 0);
    const [newX = 0, newY = 0] = await under();
    expect(newX).toBeCloseTo(x, 2);
    expect(newY).toBeCloseTo(y, 2);
    for (const _ of [1, 2]) {
      await touch('touchStart', at);
      await touch('touchEnd');
    }
    await showsPercent('100 %');
    await session.detach();
  });

  it.each([
    ['light', PHONE],
    ['dark', DESKTOP],
  ] as const)(
    'shows its text in place of the page, says that the page counts, and goes back: %s',
    async (colorScheme, options) => {
      await open({ ...options, colorScheme });
      await page.getByRole('button', { name: 'Read as text' }).click();
      await page.getByText('The page counts.').waitFor();
      await page.getByRole('heading', { name: 'Employment agreement', level: 3 }).waitFor();
      await page.getByText('This page has no text that can be shown here.').waitFor();
      expect(await page.locator('.page').first().isVisible()).toBe(false);
      expect(await findBarriers(page)).toEqual([]);
      await page.getByRole('button', { name: 'Show the page' }).nth(1).click();
      await page.locator('.view-page', { hasText: 'Page 2 of 2' }).waitFor();
      await page.getByRole('button', { name: 'Read as text' }).click();
      // The next step is on a page.
      await guideButton(page).click();
      await page.getByText('The page counts.').waitFor({ state: 'detached' });
    },
  );

  it('has small pictures of its pages on wide screens, which lead to them', async () => {
    await open(DESKTOP);
    const second = page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('button', { name: 'Page 2 of 2' });
    await second.click();
    await page.locator('.view-page', { hasText: 'Page 2 of 2' }).waitFor();
    await expect.poll(() => second.getAttribute('aria-current')).toBe('page');
    expect(await findBarriers(page)).toEqual([]);
  });

  it.each(shareOf([PHONE, TABLET, DESKTOP] as const))('stays where it is while it loads', async (options) => {
    [page, problems] = await openPage(browser, options);
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${stub.url}/sign/token`);
    await page.locator('.page-picture[data-outcome="drawn"]').first().waitFor();
    const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThanOrEqual(0.02);
  });

  it('says before anything whose it is, uncut, and until when, on the screen of a phone', async () => {
    const senderOrganisation = 'Norrsken Byggnads- och Fastighetsförvaltning i Norra Sverige AB';
    const signingDeadline = new Date(Date.now() + 2 * 24 * 60 * 60 * 1000).toISOString();
    stub.view = stubView({ senderName: 'Maria Lind', senderOrganisation, signingDeadline });
    await open(NARROW);
    const organisation = page.getByText(senderOrganisation);
    expect(
      await organisation.evaluate(
        (element) =>
          element.scrollWidth <= element.clientWidth || getComputedStyle(element).display === 'inline',
      ),
    ).toBe(true);
    const sizes = await page
      .locator('.head-sender')
      .evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
    expect(sizes[0]).toBe(sizes[1]);
    await page.locator('.last-day.is-soon', { hasText: 'in 2 days' }).waitFor();
    expect(await guideButton(page).isVisible()).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
  });

  it('has what is needed now and then in a menu, by keyboard too', async () => {
    await open(DESKTOP);
    const menu = page.locator('.more-menu summary');
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Open as PDF' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('link', { name: 'Open as PDF' }).count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.locator('.more-menu').getByRole('button', { name: 'Decline to sign' }).click();
    await page.getByRole('dialog', { name: 'Decline to sign?' }).waitFor();
  });

  it('[D10-15] leads on to the page of the sender after five seconds, unless one stays', async () => {
    const redirectUrl = `${stub.url}/thanks?event=signed`;
    const signee = { ...stub.view.signee, signatureStatus: 'signed' as const };
    stub.view = stubView({ signee, canSign: false, reason: 'already_signed', redirectUrl });
    [page, problems] = await openPage(browser, PHONE);
    await page.clock.install();
    await page.goto(`${stub.url}/sign/token`);
    const { host } = new URL(stub.url);
    await page.getByRole('link', { name: `Go on to ${host}` }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stay here' }).tap();
    await page.clock.runFor(20_000);
    expect(new URL(page.url()).pathname).toBe('/sign/token');
    await page.reload();
    await page.getByRole('button', { name: 'Stay here' }).waitFor();
    for (let second = 0; second < 7; second++) await page.clock.runFor(1_000);
    await page.waitForURL('**/thanks?event=signed');
  });

  it('[D10-06] shows the field of another person closed, with that name', async () => {
    const fields = stubView().fields.map((field, index) =>
      index === 0
        ? { ...field, readOnly: true, owner: { signeeId: 'signee-2', fullName: 'Bo Ström' } }
        : field,
    );
    stub.view = stubView({ fields });
    await open(DESKTOP);
    await page.getByText('Full name: Bo Ström fills this in').waitFor({ state: 'attached' });
    expect(await page.getByRole('textbox', { name: 'Full name' }).count()).toBe(0);
    expect(await page.locator('.guide-name').innerText()).toBe('Next: Email');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('[D10-11] takes signature and initials once, and all their boxes with three presses', async () => {
    stub.view = stubView({ fields: [], boxes: [OWN_BOX, ...INITIALS] });
    await open(PHONE);
    await page.getByText('0 of 7 done').waitFor();
    await guideButton(page).tap();
    const dialog = page.getByRole('dialog', { name: 'Add your signature and initials' });
    await dialog.getByRole('radio', { name: 'Type' }).check();
    expect(await dialog.getByLabel('Type your initials').inputValue()).toBe('AE');
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Use these' }).tap();
    await page.getByText('1 of 7 done').waitFor();
    await page.getByRole('button', { name: 'Use for all 6 places' }).tap();
    await page.getByText('Everything is filled in').waitFor();
    expect(await page.locator('.sign-box-done').count()).toBe(7);
    expect(await findBarriers(page)).toEqual([]);
    await guideButton(page).tap();
    await page.getByRole('dialog').getByText('Your initials · 6 places').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await finishSigning(page);
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
    expect(stub.signatures).toMatchObject([
      {
        ink: { kind: 'typed', typedName: 'Anna Ek' },
        initials: { kind: 'typed', typedName: 'AE', font: 'dancing-script' },
      },
    ]);
  });

  it('[D10-11] leads through the boxes by keyboard alone, and keeps them over a reload', async () => {
    stub.view = stubView({ fields: [], boxes: [OWN_BOX, ...INITIALS.slice(0, 2)] });
    await open(DESKTOP);
    await guideButton(page).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: 'Draw' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByLabel('Type your initials').focus();
    await page.keyboard.press('Enter');
    await page.getByText('1 of 3 done').waitFor();
    await guideButton(page).focus();
    await page.keyboard.press('Enter');
    await page.getByText('2 of 3 done').waitFor();
    await page.reload();
    await page.getByText('2 of 3 done').waitFor();
    await waitForDocument(page);
    await page.locator('.sign-box-open').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Everything is filled in').waitFor();
  });

  it('[D10-11] says which of the two is missing', async () => {
    stub.view = stubView({ fields: [], boxes: [OWN_BOX, ...INITIALS.slice(0, 1)] });
    await open(DESKTOP);
    await guideButton(page).click();
    const dialog = page.getByRole('dialog');
    await drawSignature(page, 'mouse');
    await dialog.getByRole('button', { name: 'Use these' }).click();
    const initials = dialog.getByRole('region', { name: 'Your initials' });
    await initials.getByRole('alert').filter({ hasText: 'Draw' }).waitFor();
    expect(await dialog.getByRole('region', { name: 'Your signature' }).getByRole('alert').innerText()).toBe(
      '',
    );
    expect(await findBarriers(page)).toEqual([]);
  });
});
