import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { waitFor } from '../service/journey-steps.ts';
import { shareService } from '../service/share-service.ts';
import { anyDatabase, type TestService } from '../service/start-service.ts';
import { DESKTOP, noBrowserReason, openPage, PHONE, shareChromium } from './chromium.ts';
import { findBarriers } from './find-barriers.ts';

const EMAIL = 'owner@example.com';
const PASSWORD = 'correct horse';
const CLIENT_ORIGIN = 'https://client.example';

const LOOKS = [
  ['light', 1280, 'rgb(245, 246, 248)'],
  ['dark', 390, 'rgb(13, 18, 25)'],
] as const;

describe.skipIf(noBrowserReason !== null)(`the pages for entering ${noBrowserReason ?? ''}`, () => {
  let running: TestService;
  let browser: Browser;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    [browser, running] = await Promise.all([shareChromium(), shareService(anyDatabase)]);
  });
  afterEach(async () => {
    await page.context().close();
    expect(problems).toEqual([]);
  });
  afterAll(async () => {
    await running?.close();
  });

  async function open(path: string, options: BrowserContextOptions = DESKTOP): Promise<void> {
    [page, problems] = await openPage(browser, options);
    await page.goto(running.baseUrl + path);
    await heading().waitFor();
  }

  const heading = () => page.getByRole('heading', { level: 1 });
  const title = async () => heading().textContent();
  const width = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

  async function signIn(password = PASSWORD): Promise<void> {
    await page.locator('input[name=emailAddress]').fill(EMAIL);
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[type=submit]').click();
  }

  async function readLink(to: string, pattern: RegExp): Promise<string> {
    return waitFor(`the mail to ${to}`, async () => {
      const path = `/outbox/messages?to=${encodeURIComponent(to)}`;
      const { body } = await running.client.get<{ text: string }[]>(path);
      return body.map(({ text }) => pattern.exec(text)?.[0]).find((url) => url !== undefined) ?? null;
    });
  }

  it('can be read by everybody: on a desktop in light colors, on a phone in dark ones', async () => {
    await open('/');
    for (const path of ['/', '/sign-in', '/reset', '/reset/unknown', '/verify', '/invitations/unknown']) {
      await page.goto(running.baseUrl + path);
      await heading().waitFor();
      for (const [colorScheme, screenWidth, color] of LOOKS) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width: screenWidth, height: 844 });
        expect(await findBarriers(page), path).toEqual([]);
        expect(await width(), path).toBeLessThanOrEqual(0);
        const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        expect(background, path).toBe(color);
      }
    }
  });

  it.each(
    shareOf([
      ['en', 'Have documents signed', 'Sign in', 'Reset your password'],
      ['sv', 'Få dokument undertecknade', 'Logga in', 'Återställ ditt lösenord'],
      ['es', 'Consiga firmas para sus documentos', 'Iniciar sesión', 'Restablecer su contraseña'],
    ]),
  )('speak %s', async (locale, home, signInTitle, reset) => {
    await open('/', { ...PHONE, locale });
    expect(await title()).toBe(home);
    expect(await page.title()).toContain(home);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale);
    await page.getByRole('link', { name: signInTitle }).click();
    await page.waitForURL('**/sign-in');
    await page.locator('input[name=password]').waitFor();
    expect(await title()).toBe(signInTitle);
    await page.goto(`${running.baseUrl}/reset`);
    await heading().waitFor();
    expect(await title()).toBe(reset);
    // In Spanish the button lay over the label.
    await page.setViewportSize({ width: 320, height: 568 });
    const emailAddress = `${locale}@example.com`;
    await running.client.post('/v1/account/users', { emailAddress, language: locale });
    await page.goto(running.baseUrl + (await readLink(emailAddress, /\/invitations\/[\w-]+/)));
    await page.locator('.password-input').waitFor();
    const labelEnd = await page.locator('.password-input label').evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().right;
    });
    const button = await page.locator('.password-input button').boundingBox();
    expect(button?.x).toBeGreaterThanOrEqual(labelEnd);
  });

  it.each(
    shareOf([
      ['en', 'This page could not be shown.'],
      ['sv', 'Sidan kunde inte visas.'],
      ['es', 'No se pudo mostrar esta página.'],
    ]),
  )('say what to do if their scripts do not load or run: %s', async (locale, sentence) => {
    // The page stayed blank.
    [page, problems] = await openPage(browser, { ...PHONE, locale });
    await page.route('**/*.js', (route) => route.abort());
    for (const path of ['/', '/documents']) {
      await page.goto(running.baseUrl + path);
      const shown = page.getByText(sentence);
      expect(await shown.isVisible(), 'while scripts may be loading').toBe(false);
      await page.evaluate(() => {
        for (const animation of document.getAnimations()) animation.finish();
      });
      expect(await shown.isVisible()).toBe(true);
      expect(await width()).toBeLessThanOrEqual(0);
    }
    await page.context().close();
    [page, problems] = await openPage(browser, { ...PHONE, locale, javaScriptEnabled: false });
    await page.goto(running.baseUrl);
    await page.getByText(sentence).waitFor();
  });

  it('keep the language that was chosen', async () => {
    await open('/');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('sv');
    await page.getByRole('heading', { name: 'Få dokument undertecknade' }).waitFor();
    await page.goto(`${running.baseUrl}/sign-in`);
    await page.getByRole('heading', { name: 'Logga in' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('sv');
  });

  it('lead operators of a development service to the outbox and the API', async () => {
    await open('/');
    await page.getByRole('heading', { name: 'This is a development service' }).waitFor();
    await page.getByRole('link', { name: 'Open the outbox' }).click();
    await page.waitForURL('**/outbox');
    await page.getByRole('heading', { name: 'Outbox' }).waitFor();
  });

  it('sign in with the keyboard alone, and go on to where one wanted to go', async () => {
    await open('/settings/webhooks');
    await page.waitForURL(/\/sign-in\?next=%2Fsettings%2Fwebhooks$/);
    await page.locator('input[name=emailAddress]:focus').waitFor();
    await page.keyboard.type(EMAIL);
    await page.keyboard.press('Tab');
    await page.locator('input[name=password]:focus').waitFor();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/settings/webhooks');
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    // Signed in, the home page goes on to the documents.
    await page.goto(running.baseUrl);
    await page.waitForURL('**/documents');
    await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
  });

  it('say what password managers need to know', async () => {
    await open('/sign-in');
    const fields = await page
      .locator('input')
      .evaluateAll((inputs) =>
        inputs.map((input) => [input.getAttribute('name'), input.getAttribute('autocomplete')]),
      );
    expect(fields).toEqual([
      ['emailAddress', expect.stringMatching(/^username\b/)],
      ['password', 'current-password'],
    ]);
    await page.locator('input[name=password]').fill('shown');
    await page.getByRole('button', { name: 'Show password' }).click();
    expect(await page.locator('input[name=password]').getAttribute('type')).toBe('text');
  });

  it('say what is wrong, and let one try again', async () => {
    await open('/sign-in');
    await signIn('wrong horse');
    await page.getByRole('alert').waitFor();
    expect(await page.locator('input[name=emailAddress]').inputValue()).toBe(EMAIL);
    expect(await findBarriers(page)).toEqual([]);
    await page.context().setOffline(true);
    await signIn();
    await page.getByText('The service could not be reached.').waitFor();
    await page.context().setOffline(false);
    await page.locator('button[type=submit]').click();
    await page.waitForURL('**/documents');
  });

  it.each(['//client.example/', '/\\client.example/', 'https://client.example/', '/.//client.example/'])(
    'never send to another site after signing in: %s',
    async (next) => {
      await open(`/sign-in?next=${encodeURIComponent(next)}`);
      await signIn();
      await page.waitForURL(`${running.baseUrl}/documents`);
    },
  );

  it('let an invited user join, on a phone', async () => {
    const emailAddress = 'bo@example.com';
    await running.client.post('/v1/account/users', { emailAddress, role: 'member', language: 'en' });
    const link = await readLink(emailAddress, /https?:\/\/\S+\/invitations\/[\w-]+/);
    await open(new URL(link).pathname, PHONE);
    await page.locator('input[name=fullName]').fill('Bo Ek');
    expect(await page.locator('input[name=emailAddress]').inputValue()).toBe(emailAddress);
    expect(await findBarriers(page)).toEqual([]);
    await page.locator('input[name=password]').fill('four words of mine');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.waitForURL('**/documents');
    await page.getByRole('button', { name: 'Account menu of Bo Ek' }).waitFor();
    expect(await width()).toBeLessThanOrEqual(0);
    // "Try again" was offered, which could not help.
    await page.goto(link);
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await page.getByText('Ask the person who invited you for a new invitation.').waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.getByRole('main').getByRole('link').allTextContents()).toEqual(['Sign in']);
  });

  it('let one choose a new password by mail, once', async () => {
    const emailAddress = 'eva@example.com';
    await running.client.post('/v1/account/users', { emailAddress, language: 'en' });
    const invitation = await readLink(emailAddress, /\/invitations\/[\w-]+/);
    await running.client.post(`/v1/account${invitation}`, {
      fullName: 'Eva Ek',
      password: 'four words of mine',
    });
    await open('/reset', { ...PHONE, colorScheme: 'dark' });
    await page.locator('input[name=emailAddress]').fill(emailAddress);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByRole('heading', { name: 'Look in your mailbox' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    expect(await findBarriers(page)).toEqual([]);
    const link = await readLink(emailAddress, /\/reset\/[\w-]+/);
    await page.goto(running.baseUrl + link);
    const password = page.locator('input[name=password]');
    expect(await password.getAttribute('autocomplete')).toBe('new-password');
    expect(await findBarriers(page)).toEqual([]);
    await password.fill('short');
    await password.press('Enter');
    // It was called `password`, as in the request, and this was said twice.
    await page
      .getByRole('alert')
      .filter({ hasText: /^New password / })
      .waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
    await password.fill('seven purple violins');
    await page.locator('button[type=submit]').click();
    await page.getByRole('heading', { name: 'Your password is changed' }).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.locator('input[name=emailAddress]').fill(emailAddress);
    await page.locator('input[name=password]').fill('seven purple violins');
    await page.locator('button[type=submit]').click();
    await page.waitForURL('**/documents');
    // It was refused after a password was chosen and typed.
    await page.goto(running.baseUrl + link);
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    expect(await password.count()).toBe(0);
    await page.getByRole('link', { name: 'Ask for a new link' }).click();
    await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
  });

  describe('consent', () => {
    const redirectUri = `${CLIENT_ORIGIN}/callback`;
    let clientId: string;
    beforeAll(async () => {
      const response = await fetch(`${running.baseUrl}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_name: 'Archive <b>bot</b>', redirect_uris: [redirectUri] }),
      });
      clientId = ((await response.json()) as { client_id: string }).client_id;
    });

    const authorizeAddress = (changes: Readonly<Record<string, string>> = {}) =>
      `/oauth?${new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'read write',
        state: 'abc',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
        ...changes,
      })}`;

    it.each([
      ['Allow', DESKTOP, /[?&]code=/],
      ['Do not allow', { ...PHONE, colorScheme: 'dark' } as const, /[?&]error=access_denied/],
    ])('%s: names the program, its host and what it may do', async (name, options, answer) => {
      await open(authorizeAddress(), options);
      await signIn();
      await page.waitForURL('**/consent/*');
      await page.getByRole('heading', { name: 'Give Archive <b>bot</b> access?' }).waitFor();
      const shown = await page.getByRole('main').textContent();
      expect(shown).toContain('client.example');
      expect(shown).toContain('See documents, files, users and settings');
      expect(shown).toContain('Create, send, change and delete documents');
      expect(shown).toContain('First user');
      expect(await findBarriers(page)).toEqual([]);
      expect(await width()).toBeLessThanOrEqual(0);
      // The host does not exist, so only the request can be observed.
      const callback = page.waitForRequest((request) => request.url().startsWith(redirectUri));
      await page.getByRole('button', { name, exact: true }).click();
      const url = (await callback).url();
      expect(url).toMatch(answer);
      expect(url).toContain('state=abc');
    });

    it('shows the sign-in if the session ended in another tab', async () => {
      await open(authorizeAddress());
      await signIn();
      await page.waitForURL('**/consent/*');
      const allow = page.getByRole('button', { name: 'Allow', exact: true });
      await allow.waitFor();
      await page.evaluate(() =>
        fetch('/v1/session', { method: 'DELETE', headers: { 'countersign-page': '1' } }),
      );
      await allow.click();
      await page.waitForURL('**/sign-in?next=*');
    });

    it('has an error page of its own for a request that cannot be trusted', async () => {
      await open(authorizeAddress({ redirect_uri: 'https://evil.example/' }));
      expect(await title()).toBe('This request cannot be trusted');
      expect(page.url()).toContain(running.baseUrl);
      expect(await findBarriers(page)).toEqual([]);
    });
  });
});
