import type { FormField } from '@countersign/forms';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { DESKTOP, noBrowserReason, openPage, PHONE, shareChromium } from './chromium.ts';
import { findBarriers } from './find-barriers.ts';
import { guideButton, signByTyping, waitForDocument } from './sign-like-a-person.ts';
import { STUB_FIELDS } from './stub-document.ts';
import { type StubService, startStubService, stubView } from './stub-service.ts';

const EMAIL = 'employee.email|svc-format-email';

const fieldNamed = (name: string): FormField => {
  const field = STUB_FIELDS.find((candidate) => candidate.name === name);
  if (field === undefined) throw new Error(`the stub has no field ${name}`);
  return field;
};

/** The position of an existing field, for a field that the stub's PDF lacks. */
const inPlaceOf = (name: string, change: Partial<FormField>): FormField => ({
  ...fieldNamed(name),
  ...change,
});

const DATE = inPlaceOf('employer', {
  name: 'Date|svc-date-now',
  label: 'Date\u202E\u2066',
  value: ['2026-11-22'],
  readOnly: true,
  editable: false,
  attributes: [{ name: 'svc-date-now', kind: 'auto-populated' }],
});
const POLICY = inPlaceOf('policy', { required: false });
const SCAN = inPlaceOf('employer', {
  name: 'Scan|svc-scan-id[1]',
  label: 'ID scan',
  value: [],
  required: true,
  readOnly: true,
  editable: false,
  attributes: [{ name: 'svc-scan-id', kind: 'trigger', index: 1 }],
});

describe.skipIf(noBrowserReason !== null)(`fields of the signing page ${noBrowserReason ?? ''}`, () => {
  let browser: Browser;
  let stub: StubService;
  let page: Page;
  let problems: string[];

  const open = async (options: BrowserContextOptions): Promise<void> => {
    [page, problems] = await openPage(browser, options);
    await page.goto(`${stub.url}/sign/token`);
    await waitForDocument(page);
  };
  const review = () => page.getByRole('dialog', { name: 'Check and sign' });
  const reviewed = async (label: string) =>
    review().locator('.review-row', { hasText: label }).locator('dd').innerText();

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

  it('reviews a check box left alone as not checked, and the date that the service fills in', async () => {
    stub.view = stubView({ fields: [POLICY, DATE], consentText: 'I agree to this very sentence.' });
    await open(DESKTOP);
    expect(await page.locator('.widget-content').innerText()).toContain('2026-11-22');
    await signByTyping(page, 'Anna Ek');
    await guideButton(page).click();
    expect(await reviewed('staff handbook')).toBe('Not checked');
    expect(await reviewed('Date')).toMatch(/^2026-11-22 .*when you sign/);
    // The label in the file has a bidi control, which is removed.
    expect(await review().innerText()).not.toMatch(/\p{Bidi_Control}/u);
    await page.getByLabel('I agree to this very sentence.').check();
    await page.getByRole('button', { name: 'Sign document' }).click();
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
    expect(stub.signatures).toMatchObject([{ values: [], consentText: 'I agree to this very sentence.' }]);
  });

  it('reviews no date of another, who signed before', async () => {
    const owner = { signeeId: 'signee-2', fullName: 'Bo Ström' };
    stub.view = stubView({ fields: [POLICY, { ...DATE, owner }] });
    await open(DESKTOP);
    const date = page.locator('.widget-content');
    expect([await date.innerText(), await date.getAttribute('title')]).toEqual([
      expect.stringContaining('2026-11-22'),
      null,
    ]);
    await signByTyping(page, 'Anna Ek');
    await guideButton(page).click();
    expect(await review().locator('.review-row dt').allTextContents()).toEqual([POLICY.label]);
  });

  it('asks for a day in the format of its field by the calendar of the device', async () => {
    const field = inPlaceOf('employee.name', { label: 'Moves in on', dateFormat: 'DD.MM.YYYY' });
    stub.view = stubView({ fields: [field] });
    await open(DESKTOP);
    await page.getByLabel('Moves in on (required)').fill('2027-02-03');
    await signByTyping(page, 'Anna Ek');
    await guideButton(page).click();
    expect(await reviewed('Moves in on')).toBe('03.02.2027');
  });

  it('offers the contact on file in the field on a desktop, and fills in nothing by itself', async () => {
    const offers = [{ field: EMAIL, value: 'anna@example.com' }];
    stub.view = stubView({ fields: [fieldNamed(EMAIL)], offers });
    await open(DESKTOP);
    const input = page.locator('input[type=text]');
    expect(await input.inputValue()).toBe('');
    const list = await input.getAttribute('list');
    expect(await page.locator(`datalist[id="${list}"] option`).getAttribute('value')).toBe(
      'anna@example.com',
    );
    expect(await findBarriers(page)).toEqual([]);
  });

  it('takes the contact on file over with one tap on a phone', async () => {
    const offers = [{ field: EMAIL, value: 'anna@example.com' }];
    stub.view = stubView({ fields: [fieldNamed(EMAIL)], offers });
    await open(PHONE);
    await guideButton(page).tap();
    await page.getByRole('button', { name: 'Use anna@example.com' }).tap();
    expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe('anna@example.com');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('shows what was typed on a phone inside its box, line by line where the field has lines', async () => {
    stub.view = stubView({ fields: ['notes', 'employee.name'].map(fieldNamed) });
    await open(PHONE);
    const long = 'a text that is longer than the box is wide '.repeat(4);
    const outside = (name: string): Promise<readonly number[]> =>
      chip(name).evaluate((button) => {
        const box = button.getBoundingClientRect();
        const text = document.createRange();
        text.selectNodeContents(button);
        const value =
          button.querySelector('.chip-value')?.getBoundingClientRect() ?? text.getBoundingClientRect();
        return [value.right - box.right, value.bottom - box.bottom].map((excess) => Math.max(0, excess));
      });
    const chip = (name: string) => page.locator('button.chip').and(page.getByLabel(fieldNamed(name).label));
    for (const name of ['notes', 'employee.name']) {
      await chip(name).tap();
      await page
        .getByRole('dialog')
        .getByRole('textbox')
        .fill(name === 'notes' ? `First\n${long}` : long);
      await page.getByRole('button', { name: 'Done' }).tap();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      expect(await outside(name)).toEqual([0, 0]);
    }
    const lines = page.locator('.chip-value.is-multiline');
    expect(await lines.innerText()).toContain('First\na text');
    expect(await lines.evaluate((value) => value.scrollWidth <= value.clientWidth)).toBe(true);
  });

  it('leaves the frame around the date in view', async () => {
    stub.view = stubView({ fields: [DATE] });
    await open(PHONE);
    const [clip, width] = await page.locator('.widget-content').evaluate((content) => {
      const style = getComputedStyle(content);
      return [style.backgroundClip, style.borderTopWidth];
    });
    expect(clip).toBe('padding-box');
    expect(Number.parseFloat(width ?? '')).toBeGreaterThanOrEqual(1);
  });

  it('goes on a phone from field to field by check boxes, radio groups and lists too', async () => {
    const fields = ['policy', 'employee.name', 'department', 'hours', 'languages', 'notes'].map(fieldNamed);
    stub.view = stubView({ fields });
    await open(PHONE);
    await guideButton(page).tap();
    const sheet = page.getByRole('dialog');
    const visited: string[] = [];
    const inReadingOrder = [...fields.slice(1), ...fields.slice(0, 1)];
    for (const { label } of inReadingOrder) {
      await page.getByRole('dialog', { name: label }).waitFor();
      // It is loaded when it is opened for the first time.
      await sheet.locator('input, textarea, select').first().waitFor();
      visited.push(await sheet.getByRole('heading').innerText());
      if (label.includes('handbook')) {
        const box = sheet.getByRole('checkbox', { name: label });
        await box.check();
        await box.uncheck();
        await box.check();
      }
      const next = sheet.getByRole('button', { name: 'Next field' });
      if (await next.isVisible()) await next.tap();
    }
    expect(visited).toEqual(inReadingOrder.map(({ label }) => label));
    await sheet.getByRole('button', { name: 'Done' }).tap();
    expect(await page.getByRole('checkbox', { name: /staff handbook/ }).isChecked()).toBe(true);
  });

  // The browser gives the focus back without scrolling to it.
  it('shows where the focus is after Escape, when the page has scrolled to the field behind the sheet', async () => {
    stub.view = stubView({ fields: ['policy', 'notes'].map(fieldNamed) });
    await open(PHONE);
    await page.getByText('Before you sign').tap();
    const task = page.getByRole('region', { name: 'Before you sign' }).getByRole('button').last();
    await task.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.waitForFunction(() => {
      const { top = -1, bottom = 0 } = document.activeElement?.getBoundingClientRect() ?? {};
      return document.activeElement !== document.body && top >= 0 && bottom <= innerHeight;
    });
  });

  it.each(
    shareOf([
      ['a desktop', DESKTOP],
      ['a phone', PHONE],
    ]),
  )('says on %s why a document with a required check cannot be signed', async (_where, device) => {
    stub.view = stubView({ fields: [SCAN], openTriggers: [SCAN.name] });
    await open(device);
    await guideButton(page).click();
    const reason = page.getByText('“ID scan” needs a check');
    await reason.waitFor();
    expect(await reason.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
    expect(await reason.innerText()).toContain('Maria Lind');
    expect(await findBarriers(page)).toEqual([]);
    expect(await guideButton(page).innerText()).not.toContain('Review');
  });
});
