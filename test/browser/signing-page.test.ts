import { pageText } from '@countersign/i18n';
import type { Browser, BrowserContextOptions, Locator, Page, Response } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { DESKTOP, noBrowserReason, openPage, PHONE, shareChromium } from './chromium.ts';
import { findBarriers } from './find-barriers.ts';
import {
  drawSignature,
  finishSigning,
  guideButton,
  signByDrawing,
  signByTyping,
  waitForDocument,
} from './sign-like-a-person.ts';
import { throttle } from './slow-line/measure-first-page.ts';
import { OWN_BOX } from './stub-document.ts';
import { type StubService, startStubService, stubView } from './stub-service.ts';

const NARROW: BrowserContextOptions = { ...PHONE, viewport: { width: 360, height: 640 } };

/** Fills the required entries of the stub document, without signing. */
async function fillOnDesktop(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Full name' }).fill('Anna Ek');
  await page.getByRole('textbox', { name: 'Email' }).fill('anna@example.com');
  await page.getByRole('combobox', { name: 'Department' }).selectOption('site');
  await page.getByRole('radio', { name: /Part time/ }).check();
  await page.getByRole('listbox', { name: 'Languages' }).selectOption(['swedish', 'spanish']);
  await page.getByRole('textbox', { name: 'Anything else' }).fill('Łukasz Żółć\nsecond line');
  await page.getByRole('checkbox', { name: /staff handbook/ }).check();
}

describe.skipIf(noBrowserReason !== null)(`the signing page ${noBrowserReason ?? ''}`, () => {
  let browser: Browser;
  let stub: StubService;
  let page: Page;
  let problems: string[];

  const open = async (options: BrowserContextOptions): Promise<Page> => {
    [page, problems] = await openPage(browser, options);
    await page.goto(`${stub.url}/sign/token`);
    return page;
  };

  /** In its dialog, with the variant that the trigger names. */
  const showCompanyCheck = async (options: BrowserContextOptions, trigger: string): Promise<void> => {
    const [field] = stub.view.fields;
    if (field === undefined) throw new Error('no field');
    const attributes = [{ name: trigger, kind: 'trigger' as const }];
    const introduction = { provider: 'BankID', devices: ['this'], register: 'Bolagsverket' };
    const check = {
      kind: 'company' as const,
      field: field.name,
      required: true,
      isOffered: true,
      introduction,
    };
    stub.view = stubView({
      fields: [{ ...field, readOnly: true, attributes }],
      checks: [{ ...check, proofs: [] }],
      openTriggers: [field.name],
    });
    await waitForDocument(await open(options));
    await guideButton(page).tap();
  };

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

  it('fills every type of field on a desktop and sends exactly that', async () => {
    await waitForDocument(await open(DESKTOP));
    await fillOnDesktop(page);
    await signByDrawing(page, 'mouse');
    expect(await findBarriers(page)).toEqual([]);
    await finishSigning(page);
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();

    expect(stub.signatures).toHaveLength(1);
    expect(stub.signatures[0]).toMatchObject({
      errorLanguage: stub.view.language,
      consent: true,
      ink: { kind: 'drawn', png: expect.stringMatching(/^iVBORw0KGgo/) },
      values: [
        { name: 'employee.name', value: ['Anna Ek'] },
        { name: 'employee.email|svc-format-email', value: ['anna@example.com'] },
        { name: 'department', value: ['site'] },
        { name: 'hours', value: ['part time'] },
        { name: 'languages', value: ['swedish', 'spanish'] },
        { name: 'notes', value: ['Łukasz Żółć\nsecond line'] },
        { name: 'policy', value: ['Yes'] },
      ],
    });
  });

  it('leads through a phone field by field with a sheet, and takes a finger as pen', async () => {
    await waitForDocument(await open(PHONE));
    await guideButton(page).tap();
    await page.getByRole('dialog', { name: 'Full name' }).getByRole('textbox').fill('Anna Ek');
    await page.getByRole('button', { name: 'Next field' }).tap();
    await page.getByRole('dialog', { name: 'Email' }).waitFor();
    await page.keyboard.type('anna');
    await page.getByRole('button', { name: 'Next field' }).tap();
    await page.getByText('This is not an email address').waitFor();
    await page.keyboard.type('@example.com');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Done' }).tap();
    await guideButton(page).tap();
    await page.getByRole('combobox', { name: 'Department' }).selectOption('office');
    await page.getByRole('button', { name: 'Next field' }).tap();
    await page.getByRole('radio', { name: 'Full time' }).check();
    await page.getByRole('button', { name: 'Done' }).tap();
    await page.getByRole('checkbox', { name: /staff handbook/ }).tap();
    await signByDrawing(page, 'touch');
    await finishSigning(page);
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
    expect(stub.signatures[0]?.values).toContainEqual({ name: 'hours', value: ['full time'] });
  });

  it('loses nothing when the line fails, and signs once it is back', async () => {
    stub.signatureFaults = [
      { status: 400, errorCode: 'text_not_drawable', message: 'The text cannot be drawn.' },
    ];
    await waitForDocument(await open(DESKTOP));
    await fillOnDesktop(page);
    await signByTyping(page, 'Anna Ek');
    await page.route('**/signature', (route) => route.abort('internetdisconnected'));
    await finishSigning(page);
    await page.getByText('What you have filled in is kept').waitFor();
    await page.unroute('**/signature');
    await page.getByRole('button', { name: 'Sign document' }).click();
    await page.getByText('The text cannot be drawn.').waitFor();
    await page.getByRole('button', { name: 'Sign document' }).click();
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
    expect(stub.signatures[0]?.ink).toEqual({
      kind: 'typed',
      typedName: 'Anna Ek',
      font: 'dancing-script',
    });
  });

  it('keeps what was typed when the page is reloaded, until it is signed', async () => {
    await waitForDocument(await open(DESKTOP));
    await page.getByRole('textbox', { name: 'Full name' }).fill('Anna Ek');
    await page.reload();
    await waitForDocument(page);
    expect(await page.getByRole('textbox', { name: 'Full name' }).inputValue()).toBe('Anna Ek');
    await fillOnDesktop(page);
    await signByTyping(page, 'Anna Ek');
    await finishSigning(page);
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  it('keeps what was typed while the service is killed and restarted, and signs then', async () => {
    await waitForDocument(await open(DESKTOP));
    await fillOnDesktop(page);
    await signByTyping(page, 'Anna Ek');
    await stub.close();
    await finishSigning(page);
    await page.getByText('What you have filled in is kept').waitFor();
    stub = await startStubService(Number(new URL(stub.url).port));
    await page.getByRole('button', { name: 'Sign document' }).click();
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
    expect(stub.signatures[0]?.values).toContainEqual({ name: 'employee.name', value: ['Anna Ek'] });
    problems = problems.filter((problem) => !problem.includes('ERR_CONNECTION_REFUSED'));
  });

  it('is filled in on a phone and a slow line before the document is there, and signed', async () => {
    [page, problems] = await openPage(browser, PHONE);
    const endThrottle = await throttle(page, { kilobitsPerSecond: 400, latencyMs: 400 });
    stub.view = stubView({ fields: stub.view.fields.filter(({ name }) => name === 'employee.name') });
    await page.goto(`${stub.url}/sign/token`, { waitUntil: 'commit' });
    const sheet = page.getByRole('dialog', { name: 'Full name' });
    await guideButton(page).tap();
    await sheet.getByRole('button', { name: 'Close' }).tap();
    await page.getByText('Before you sign').tap();
    await page.getByRole('button', { name: 'Fill in Full name' }).tap();
    expect(await page.locator('.page-canvas').count()).toBe(0);
    await sheet.getByRole('textbox').fill('Anna Ek');
    await sheet.getByRole('button', { name: 'Done' }).tap();
    await page.getByRole('button', { name: 'Full name: filled in' }).waitFor();
    // The stub sends pdf.js uncompressed.
    await endThrottle();
    await waitForDocument(page);
    await signByTyping(page, 'Anna Ek');
    await finishSigning(page);
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
    expect(stub.signatures[0]?.values).toContainEqual({ name: 'employee.name', value: ['Anna Ek'] });
  });

  it('opens a check on a phone and a slow line before the document is there', async () => {
    [page, problems] = await openPage(browser, PHONE);
    const endThrottle = await throttle(page, { kilobitsPerSecond: 400, latencyMs: 400 });
    const fields = stub.view.fields
      .filter(({ name }) => name === 'employee.name')
      .map((field) => ({ ...field, label: 'Mail', readOnly: true }));
    const check = { field: 'employee.name', required: true, isOffered: true, introduction: {}, proofs: [] };
    const checks = [{ ...check, kind: 'email_code' as const }];
    stub.view = stubView({ fields, checks, openTriggers: ['employee.name'] });
    await page.goto(`${stub.url}/sign/token`, { waitUntil: 'commit' });
    await page.getByText('Before you sign').tap();
    await page.getByRole('button', { name: 'Fill in Mail' }).tap();
    await page.getByRole('dialog').waitFor();
    expect(await page.locator('.page-canvas').count()).toBe(0);
    await endThrottle();
    await page.getByRole('dialog', { name: 'Verify your email address' }).waitFor();
    await waitForDocument(page);
  });

  it('names the checks of a face on a phone by what is done, each by its own name', async () => {
    const check = { field: null, required: true, isOffered: true, introduction: {}, proofs: [] };
    const checks = [
      { ...check, kind: 'id_scan' as const },
      { ...check, kind: 'face_liveness' as const },
    ];
    stub.view = stubView({ fields: [], checks });
    await waitForDocument(await open(PHONE));
    await page.getByText('Before you sign').tap();
    // They were "Fill in Verify your identity", twice.
    expect(await page.locator('.task').allInnerTexts()).toEqual([
      'Verify your identity',
      'Confirm with your face',
    ]);
  });

  it('[D12-06] speaks the language that the signee chooses, and keeps the sentence of the sender as evidence', async () => {
    const signingDeadline = '2026-12-31T12:00:00.000Z';
    stub.view = stubView({ fields: [], signingDeadline });
    await waitForDocument(await open(DESKTOP));
    await page.getByText(/Last day to sign: Dec 31, 2026/).waitFor();
    await signByTyping(page, 'Anna Ek');
    await page.getByLabel('Language').selectOption('es');
    await page.getByText(/Último día para firmar: 31 dic 2026/).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('es');
    expect(await page.getByRole('heading', { level: 1 }).getAttribute('lang')).toBe('en');
    expect(await findBarriers(page)).toEqual([]);
    await page.reload();
    await waitForDocument(page);
    expect(await page.getByLabel('Idioma').inputValue()).toBe('es');
    await guideButton(page).click();
    const consent = page.getByRole('checkbox', { name: stub.view.consentText });
    await consent.check();
    await page.getByText(pageText('es')('consent')).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.locator('.button-finish').last().click();
    await page.getByRole('heading', { name: 'Usted ha firmado' }).waitFor();
    expect(stub.signatures).toMatchObject([{ consentText: stub.view.consentText, errorLanguage: 'es' }]);
  });

  it('has the language menu in reach of a keyboard, on a phone too', async () => {
    stub.view = stubView({ canSign: false, reason: 'not_your_turn', messagesToCome: ['your_turn'] });
    await open(NARROW);
    await page.getByRole('heading', { name: 'It is not your turn yet' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('s');
    await page.getByRole('heading', { name: 'Det är inte din tur än' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it.each([
    ['not_your_turn', 'your_turn', 'You get a message when it is your turn.'],
    ['already_signed', 'completed', 'you also get a message'],
  ] as const)('promises a message only where one is sent: %s', async (reason, message, promise) => {
    stub.view = stubView({ canSign: false, reason, messagesToCome: [message] });
    await open(PHONE);
    await page.getByText(promise).waitFor();
    // A signee without invitations waited for a message that never came.
    stub.view = stubView({ canSign: false, reason, messagesToCome: [] });
    await page.reload();
    await page.locator('h1').waitFor();
    expect(await page.getByText(promise).count()).toBe(0);
    expect(await page.getByText(/again later/).count()).toBe(1);
  });

  it('asks for one signature where a picture of an ID document has a box too', async () => {
    const picture = { ...OWN_BOX, type: 'id_scan' as const, y: 560 };
    stub.view = stubView({ fields: [], boxes: [picture, OWN_BOX] });
    await waitForDocument(await open(DESKTOP));
    await guideButton(page).click();
    await page.keyboard.press('Escape');
    expect(await page.locator('.sign-box').count()).toBe(1);
    await page.getByText('The picture of your ID goes here').waitFor();
  });

  it('says a wrong value aloud, where it stays in sight after the field was left', async () => {
    await waitForDocument(await open(DESKTOP));
    await page.getByRole('textbox', { name: 'Email' }).fill('nonsense');
    await page.keyboard.press('Tab');
    const said = page.getByRole('alert').filter({ hasText: 'Email: This is not an email address.' });
    await said.waitFor();
    await page.mouse.wheel(0, 2000);
    expect(await bottomOf(said)).toBeLessThanOrEqual(800);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Email' }).fill('anna@example.com');
    await expect.poll(() => said.count()).toBe(0);
  });

  it('writes larger where the browser is set to larger text', async () => {
    await waitForDocument(await open(DESKTOP));
    const sizeOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
    const selectors = ['.head-title h1', '.head-title p', '.guide-name', '.guide-next', '.people summary'];
    const sizes = await Promise.all(selectors.map(sizeOf));
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect(await Promise.all(selectors.map(sizeOf))).toEqual(sizes.map((size) => size * 2));
  });

  it('says where a company check is not filled in, on the screen of a phone', async () => {
    await showCompanyCheck(
      { ...PHONE, viewport: { width: 375, height: 667 } },
      'svc-orgnumber-verification-kyc',
    );
    const dialog = page.getByRole('dialog', { name: 'Verify a company' });
    const start = dialog.getByRole('button', { name: 'Continue to BankID' });
    const isStepInSight = async () => (await bottomOf(start)) <= 667;
    await start.tap();
    const number = dialog.getByLabel('Organisation number');
    await expect.poll(() => number.evaluate((element) => element === document.activeElement)).toBe(true);
    // It was below everything, out of sight.
    const isInSight = async (message: Locator) =>
      (await topOf(message)) > (await bottomOf(dialog.locator('.dialog-head'))) &&
      (await bottomOf(message)) < (await topOf(dialog.locator('.dialog-foot')));
    await expect.poll(() => isInSight(dialog.getByText('Enter an organisation number'))).toBe(true);
    // The service refused it, with the path of a member.
    await number.fill('1111111111');
    await start.tap();
    await expect.poll(() => number.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await dialog.getByText('Enter an organisation number').isVisible()).toBe(true);
    await number.fill('5555555555');
    await start.tap();
    await expect.poll(() => isInSight(dialog.getByText('This needs to be filled in.').first())).toBe(true);
    // Below the questions the button was gone from the screen with the first error.
    expect(await isStepInSight()).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('radio');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('keeps the refusal of a company check over the answers about its progress', async () => {
    const [field] = stub.view.fields;
    const proof = {
      ...{ proofId: 'proof-1', kind: 'company', field: field?.name, status: 'pending', reason: null },
      ...{ triesLeft: 3, expiresAt: '2099-01-01T00:00:00.000Z', phone: null },
      details: { provider: 'BankID', asksForIdentity: true, message: 'rfa13' },
    };
    await showCompanyCheck(PHONE, 'svc-orgnumber-verification-boardmember');
    const refused = { success: false, code: 400, errorCode: 'invalid_value', message: 'No such number.' };
    await page.route('**/proofs**', (route) =>
      route.request().method() === 'POST' && route.request().url().endsWith('/proof-1')
        ? route.fulfill({ status: 400, json: refused })
        : route.fulfill({ json: proof }),
    );
    const dialog = page.getByRole('dialog', { name: 'Verify a company' });
    await dialog.getByLabel('Organisation number').fill('5555555555');
    await dialog.getByRole('button', { name: 'Continue to BankID' }).tap();
    await dialog.getByRole('button', { name: 'Use', exact: false }).first().tap();
    await dialog.getByRole('alert').filter({ hasText: 'No such number.' }).waitFor();
    const isProgress = (response: Response) =>
      response.request().method() === 'GET' && /proof-1/.test(response.url());
    // The next answer took it away, within a second.
    await page.waitForResponse(isProgress);
    await page.waitForResponse(isProgress);
    expect(await dialog.getByRole('alert').textContent()).toBe('No such number.');
    expect(await findBarriers(page)).toEqual([]);
  });

  it.each(
    shareOf([
      ['en', 'You signed on Nov 23, 2026'],
      ['sv', 'Du signerade den 23 nov. 2026'],
      ['es', 'Usted firmó el 23 nov 2026'],
    ] as const),
  )('says when one has signed, in %s', async (language, said) => {
    const signee = {
      ...stub.view.signee,
      signatureStatus: 'signed' as const,
      signedAt: '2026-11-23T12:00:00.000Z',
    };
    stub.view = stubView({ language, signee, canSign: false, reason: 'already_signed' });
    await open(PHONE);
    await page.getByText(said).waitFor();
  });

  it('is readable in the dark, on white pages', async () => {
    stub.view = stubView({ language: 'sv' });
    await waitForDocument(await open({ ...PHONE, colorScheme: 'dark' }));
    await page.locator('.people summary').tap();
    expect(await page.locator('.people li').count()).toBe(3);
    expect(await page.locator('.people').innerText()).toContain('Maria Lind');
    const background = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await background('.page')).toBe('rgb(255, 255, 255)');
    expect(await background('.guide')).toBe('rgb(21, 28, 38)');
    // Boxes of a form lie as close as in the file; the tasks above them are large enough (WCAG 2.5.8, equivalent).
    const barriers = await findBarriers(page);
    expect(barriers.filter((barrier) => !barrier.startsWith('target-size'))).toEqual([]);
  });

  it('offers what need not be filled in once the rest is done', async () => {
    await waitForDocument(await open(DESKTOP));
    const optional = page.getByRole('button', { name: 'If you want: Mobile' });
    await fillOnDesktop(page);
    expect(await optional.count()).toBe(0);
    await signByTyping(page, 'Anna Ek');
    await optional.click();
    await page.keyboard.type('070-123 45 67');
    await finishSigning(page);
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
    expect(JSON.stringify(stub.signatures[0]?.values)).toContain('070-123 45 67');
  });

  it('signs nothing without consent', async () => {
    stub.view = stubView({ fields: [] });
    await waitForDocument(await open(DESKTOP));
    await signByTyping(page, 'Anna Ek');
    await guideButton(page).click();
    await page.getByRole('button', { name: 'Sign document' }).click();
    await page.getByText('Tick the box to say that you agree.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('consent');
    const description = 'Tick the box to say that you agree.';
    expect(await page.getByRole('checkbox', { name: 'I have read the document', description }).count()).toBe(
      1,
    );
    expect(stub.signatures).toEqual([]);
  });

  it('shows on a phone held sideways why nothing is signed, and the top of what comes after signing', async () => {
    stub.view = stubView({ fields: stub.view.fields.map((field) => ({ ...field, required: false })) });
    await waitForDocument(await open({ ...PHONE, viewport: { width: 844, height: 390 } }));
    await signByTyping(page, 'Anna Ek');
    await guideButton(page).tap();
    await page.getByRole('button', { name: 'Sign document' }).tap();
    const missing = page.getByText('Tick the box to say that you agree.');
    await missing.waitFor();
    const foot = page.locator('.dialog-foot');
    const gap = async () => (await topOf(foot)) - (await bottomOf(missing));
    await expect.poll(gap).toBeGreaterThanOrEqual(0);
    await page.getByRole('dialog').getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Sign document' }).tap();
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  });

  it('can be used with the keyboard alone', async () => {
    stub.view = stubView({ fields: stub.view.fields.slice(0, 1) });
    await waitForDocument(await open(DESKTOP));
    await page.getByRole('textbox', { name: 'Full name' }).focus();
    await page.keyboard.type('Anna Ek');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toContain('sign-box');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').locator(':focus').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('textbox', { name: 'Type your name' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('.sign-box .ink-typed').waitFor();
    expect(await focused(page)).toContain('sign-box');
    // The size of the document, its text and the button to decline come first.
    for (const _ of ['larger', 'text', 'decline', 'next']) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Check and sign' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  // The focus stayed on the button, below the input.
  it('leads to the name that is to be typed as a signature', async () => {
    stub.view = stubView({ fields: [], signee: { ...stub.view.signee, fullName: '' } });
    await waitForDocument(await open(PHONE));
    await guideButton(page).tap();
    const dialog = page.getByRole('dialog', { name: 'Add your signature' });
    await dialog.getByRole('radio', { name: 'Type' }).check();
    await dialog.getByRole('button', { name: 'Use this signature' }).tap();
    const description = 'Type your name first.';
    await dialog
      .getByRole('textbox', { name: 'Type your name', description })
      .and(page.locator(':focus'))
      .waitFor();
  });

  it('asks on a phone for a name that the sender did not give', async () => {
    const fields = stub.view.fields.slice(0, 1);
    stub.view = stubView({ fields, hasInk: false, signee: { ...stub.view.signee, fullName: '' } });
    await waitForDocument(await open(PHONE));
    const input = page.getByRole('textbox', { name: 'Your name' });
    await page.getByText('Before you sign').tap();
    // The input touched the next task.
    expect((await topOf(page.locator('.task').first())) - (await bottomOf(input))).toBeGreaterThanOrEqual(8);
    await page.locator('.task').first().tap();
    await page.getByRole('dialog').getByRole('textbox').fill('Anna Ek');
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).tap();
    await guideButton(page).tap();
    const review = page.getByRole('dialog', { name: 'Check and sign' });
    await review.getByRole('button', { name: 'Sign document' }).tap();
    // Screen readers did not find the problem from the input.
    const description = 'Type your name first.';
    await review
      .getByRole('textbox', { name: 'Your name', description })
      .and(page.locator(':focus'))
      .waitFor();
  });

  it('keeps the ink when the phone is turned', async () => {
    stub.view = stubView({ fields: [] });
    await waitForDocument(await open(PHONE));
    await guideButton(page).tap();
    await drawSignature(page, 'touch');
    const before = await countInk(page);
    await page.setViewportSize({ width: 844, height: 390 });
    await expect.poll(() => countInk(page)).toBeGreaterThan(before / 10);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(async () => Math.abs((await countInk(page)) / before - 1)).toBeLessThan(0.05);
  });

  it('shows the ink in its box, also after the phone was turned while it was drawn', async () => {
    stub.view = stubView({ fields: [] });
    await waitForDocument(await open(PHONE));
    await guideButton(page).tap();
    await drawSignature(page, 'touch');
    await page.setViewportSize({ width: 844, height: 390 });
    // Chromium makes no click of a tap that follows a stroke within milliseconds.
    await page.getByRole('button', { name: 'Use this signature' }).click();
    const ink = page.locator('.sign-box .ink-drawn');
    await ink.waitFor();
    await expect.poll(() => topOf(ink)).toBeGreaterThan(0);
    await expect.poll(() => bottomOf(ink)).toBeLessThan(390);
  });

  it('sends the ink trimmed and transparent', async () => {
    stub.view = stubView({ fields: [] });
    await waitForDocument(await open(DESKTOP));
    await signByDrawing(page, 'mouse');
    const alpha = await page.locator('.sign-box img').evaluate((image: HTMLImageElement) => {
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0);
      const data = context?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      const inked = Array.from({ length: data.length / 4 }, (_, index) => (data[index * 4 + 3] ?? 0) > 0);
      const columns = inked.flatMap((isInk, index) => (isInk ? [index % canvas.width] : []));
      return {
        width: canvas.width,
        share: columns.length / inked.length,
        left: columns.reduce((least, column) => Math.min(least, column)),
        right: columns.reduce((most, column) => Math.max(most, column)),
      };
    });
    expect(alpha.share).toBeLessThan(0.3);
    expect(alpha.left).toBe(0);
    expect(alpha.right).toBe(alpha.width - 1);
  });

  it.each([
    ['is not their turn', { canSign: false, reason: 'not_your_turn' }, 'It is not your turn yet'],
    ['have signed', { canSign: false, reason: 'already_signed' }, 'You have signed'],
    ['were too late', { canSign: false, status: 'revoked', reason: 'revoked' }, 'The document was withdrawn'],
    [
      'come back later',
      { canSign: false, status: 'completed', reason: 'completed' },
      'The document is complete',
    ],
    [
      'are early',
      { canSign: false, status: 'created', reason: 'preparing' },
      'The document is being prepared',
    ],
    ['meet our fault', { canSign: false, status: 'error', reason: 'failed' }, 'Something is wrong'],
  ] as const)('shows people who %s the status', async (_, change, title) => {
    stub.view = stubView(change);
    await open(PHONE);
    await page.getByRole('heading', { name: title }).waitFor();
    // The others differ by their text.
    if (change.reason === 'completed') expect(await findBarriers(page)).toEqual([]);
  });

  it('distinguishes an invalid link from a lost connection, and opens once it is back', async () => {
    stub.refusal = { status: 404, errorCode: 'link_not_found', message: 'No such link.' };
    await open(DESKTOP);
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await page.route('**/session', (route) => route.abort('internetdisconnected'));
    await page.reload();
    await page.getByRole('heading', { name: 'No connection' }).waitFor();
    await page.unroute('**/session');
    stub.refusal = null;
    await page.getByRole('button', { name: 'Try again' }).click();
    await waitForDocument(page);
  });

  it('has the logo of the sender, and a title that no longer asks to sign, once it cannot be signed', async () => {
    stub.view = stubView({
      ...{ canSign: false, reason: 'declined_by_other', status: 'revoked' },
      ending: { endedAt: '2026-11-28T12:00:00.000Z', deletedAt: '2027-02-26T12:00:00.000Z' },
      senderLogoUrl: '/logo.svg',
    });
    await open(PHONE);
    await page.getByRole('heading', { name: 'The document will not be completed' }).waitFor();
    // It said that the sender had withdrawn it, under the name of the product.
    await page
      .getByText(/^Somebody else who was asked to sign Employment agreement declined on Nov 28, 2026\./)
      .waitFor();
    await page.getByRole('img', { name: 'Maria Lind, Norrsken Bygg AB' }).waitFor();
    expect(await page.title()).toBe('Employment agreement – Countersign');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('shows as done that nothing has to be filled in before an e-ID', async () => {
    stub.view = stubView({ hasInk: false, fields: [], boxes: [] });
    await open(PHONE);
    await page.getByText('Everything is filled in').waitFor();
    // The bar beside these words was empty.
    expect(await page.locator('.guide-segment').count()).toBe(1);
    expect(await page.locator('.guide-segment.is-done').count()).toBe(1);
  });

  it('opens by itself when the others are done', async () => {
    const waiting = stubView({ canSign: false, reason: 'not_your_turn' });
    stub.view = waiting;
    await open(DESKTOP);
    await page.getByRole('heading', { name: 'It is not your turn yet' }).waitFor();
    stub.view = stubView();
    await waitForDocument(page);
  });

  it.each(shareOf(['en', 'sv', 'es'] as const))(
    'fits 360 pixels in %s, with targets a finger can hit',
    async (language) => {
      stub.view = stubView({ language });
      await open(NARROW);
      await page.locator('.page-canvas').first().waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
      expect(await findSmallTargets(page)).toEqual([]);
      await guideButton(page).click();
      expect(await findSmallTargets(page)).toEqual([]);
      // The languages differ by their text.
      if (language === 'en') expect(await findBarriers(page)).toEqual([]);
    },
  );

  // Far pages were printed empty, with the buttons of the page across them.
  it('is not printed in place of the document', async () => {
    const page = await open(DESKTOP);
    await waitForDocument(page);
    const note = page.getByText('To print the document, open it as a PDF.');
    expect(await note.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await note.isVisible()).toBe(true);
    const others = page.locator('.page, .guide, .skip-link, button, a');
    expect(await others.filter({ visible: true }).count()).toBe(0);
  });

  it('shows the document where the browser lacks what pdf.js uses', async () => {
    const older = 'delete Map.prototype.getOrInsertComputed; delete Uint8Array.prototype.setFromHex;';
    [page, problems] = await openPage(browser, DESKTOP);
    await page.addInitScript(older);
    await page.route(/pdf-worker-/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${older}\n${await response.text()}` });
    });
    const polyfills: string[] = [];
    page.on('request', (request) => {
      const [, name] = /\/(pdf(?:\.worker)?)-(?!worker)[\w-]+\.js$/.exec(request.url()) ?? [];
      if (name !== undefined) polyfills.push(name);
    });
    await page.goto(`${stub.url}/sign/token`);
    await page.locator('.page-picture[data-outcome="drawn"]').first().waitFor();
    expect(polyfills.toSorted()).toEqual(['pdf', 'pdf.worker']);
    const text = await page.locator('.page .visually-hidden').first().textContent();
    expect(text).toContain('Employment agreement');
  });

  it('draws far pages only when they come near', async () => {
    await waitForDocument(await open({ viewport: { width: 1280, height: 400 } }));
    expect(await page.locator('.page').count()).toBe(2);
    expect(await page.locator('.page-canvas').count()).toBe(1);
    await page.locator('.page').nth(1).scrollIntoViewIfNeeded();
    await page.locator('.page').nth(1).locator('.page-canvas').waitFor({ state: 'attached' });
  });
});

const topOf = (target: Locator): Promise<number> =>
  target.evaluate((element) => element.getBoundingClientRect().top);
const bottomOf = (target: Locator): Promise<number> =>
  target.evaluate((element) => element.getBoundingClientRect().bottom);

const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.className ?? '');

function countInk(page: Page): Promise<number> {
  return page.locator('.ink-canvas').evaluate((canvas: HTMLCanvasElement) => {
    const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    return Array.from(data).filter((value, index) => index % 4 === 3 && value > 0).length;
  });
}

/** Lists controls smaller than 44 CSS pixels; those over the document scale with its area. */
function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const own = [...document.querySelectorAll('button, a[href], select.text-input, input.text-input')];
    return own
      .filter((element) => element.closest('.page') === null && !element.matches('.skip-link'))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.width < 44 || box.height < 44))
      .map(({ element, box }) => `${element.className} ${box.width}x${box.height}`);
  });
}
