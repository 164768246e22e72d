import { createHmac, randomUUID } from 'node:crypto';
import { createOperator } from '@countersign/identity';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ApiClient, authorize } from '../service/api-client.ts';
import { documentBody, readInvitation, uploadFixture } from '../service/journey-steps.ts';
import { shareService } from '../service/share-service.ts';
import { anyDatabase, type TestService } from '../service/start-service.ts';
import { DESKTOP, noBrowserReason, openPage, PHONE, shareChromium } from './chromium.ts';
import { findBarriers } from './find-barriers.ts';

const EMAIL = 'owner@example.com';
const PASSWORD = 'correct horse';
const NEW_PASSWORD = 'seven purple violins';

/** Of what was loaded once. */
const LOOKS = [
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
] as const;
const NEW_PAGE = { fullName: 'Ada Łovelace', signaturePlacement: 'new_page' };
const GROUPS = [
  'profile',
  'account',
  'users',
  'single-sign-on',
  'api-keys',
  'programs',
  'webhooks',
  'waiting',
  'log',
];

describe.skipIf(noBrowserReason !== null)(`the settings ${noBrowserReason ?? ''}`, () => {
  let running: TestService;
  let browser: Browser;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    browser = await shareChromium();
  });
  beforeEach(async () => {
    running = await shareService(anyDatabase);
  });
  afterEach(async () => {
    await page.context().close();
    await running.close();
    expect(problems).toEqual([]);
  });

  async function open(group: string, options: BrowserContextOptions = DESKTOP): Promise<void> {
    [page, problems] = await openPage(browser, options);
    await page.goto(`${running.baseUrl}/settings/${group}`);
    await signIn(PASSWORD);
    await page.waitForURL(`**/settings/${group}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }

  async function signIn(password: string): Promise<void> {
    await page.locator('input[name=emailAddress]').fill(EMAIL);
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[type=submit]').click();
  }

  const region = (name: string) => page.getByRole('region', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  it('can be read by everybody, on a phone in the dark and on a wide and light screen', async () => {
    await open('profile', PHONE);
    for (const group of GROUPS) {
      await page.goto(`${running.baseUrl}/settings/${group}`);
      await page.locator('.settings-content .card').first().waitFor();
      await expect.poll(() => page.locator('.spinner').count()).toBe(0);
      for (const { viewport, colorScheme } of LOOKS) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        expect(await findBarriers(page), `${group} ${colorScheme}`).toEqual([]);
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(excess, `${group} ${colorScheme}`).toBeLessThanOrEqual(0);
      }
    }
  });

  it('are reached by the keyboard, and each page takes the focus with its heading', async () => {
    await open('profile');
    await page.keyboard.press('Tab');
    await page.goto(`${running.baseUrl}/settings/profile`);
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    await page
      .getByRole('navigation', { name: 'Groups of settings' })
      .getByRole('link', { name: 'API keys' })
      .focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('API keys');
    expect(await page.title()).toBe('API keys – Countersign');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    // The first stop of a page that was loaded skips the navigation.
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    const skip = page.getByRole('link', { name: 'Skip to the content' });
    await skip.focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  });

  it('say what was refused once, by its field, which takes the focus, in each language', async () => {
    await open('account');
    const refused = () => page.locator('.field-problem, [role=alert]').allTextContents();
    const focused = () =>
      page.evaluate(() => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent);
    for (const [language, name, save, own] of [
      ['en', 'Name of the account', 'Save', 'Current password'],
      ['sv', 'Kontots namn', 'Spara', 'Nuvarande lösenord'],
      ['es', 'Nombre de la cuenta', 'Guardar', 'Contraseña actual'],
    ] as const) {
      await running.client.patch('/v1/users/me', { language });
      await page.goto(`${running.baseUrl}/settings/account`);
      await page.getByLabel(name, { exact: true }).fill('x'.repeat(300));
      await button(save).focus();
      await page.keyboard.press('Enter');
      // A notice repeated it with the name that the API has for the field.
      await expect.poll(refused).toEqual([expect.stringMatching(new RegExp(`^${name} `))]);
      // It came a moment after the words: keys pressed meanwhile did nothing.
      expect(await focused()).toBe(name);
      expect(await findBarriers(page), language).toEqual([]);
      await page.goto(`${running.baseUrl}/settings/profile`);
      const card = page.locator('section[aria-labelledby=password]');
      await card.locator('input[autocomplete=current-password]').fill('not mine');
      await card.locator('input[autocomplete=new-password]').fill(NEW_PASSWORD);
      await card.locator('button[type=submit]').click();
      await expect.poll(async () => (await refused()).length).toBe(1);
      expect(await focused()).toBe(own);
    }
  });

  it('show an API key once, and it works until it is deleted', async () => {
    await open('api-keys');
    await page.getByLabel('Name', { exact: true }).fill('Archive');
    await page.setViewportSize({ width: 375, height: 667 });
    await page.getByLabel('Current password').fill('wrong');
    await page.getByLabel('Current password').press('Enter');
    // It appeared below the edge of a phone: nothing seemed to happen.
    await page.waitForFunction(() => {
      const navigation = document.querySelector('.app-navigation');
      const { bottom = Infinity } = document.querySelector('.field-problem')?.getBoundingClientRect() ?? {};
      return bottom <= (navigation?.getBoundingClientRect().top ?? 0);
    });
    await page.getByLabel('Current password').fill(PASSWORD);
    await button('Create the key').click();
    // The key, too, was below the edge.
    await page.waitForFunction(() => {
      const navigation = document.querySelector('.app-navigation');
      const { bottom = Infinity } = document.querySelector('.secret')?.getBoundingClientRect() ?? {};
      return bottom <= (navigation?.getBoundingClientRect().top ?? 0);
    });
    await page.getByText('Copy the key now.').waitFor();
    const key = (await page.locator('.secret code').textContent()) ?? '';
    const exchange = () =>
      fetch(`${running.baseUrl}/v1/auth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ apiKey: key }),
      });
    expect((await exchange()).status).toBe(200);
    await page.reload();
    await region('API keys').getByText('Archive').waitFor();
    expect(await page.getByText(key).count()).toBe(0);
    await button('Delete Archive').click();
    await page.getByRole('dialog', { name: 'Delete the key Archive?' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await exchange()).status).toBe(200);
    await button('Delete Archive').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await button('Delete Archive').waitFor({ state: 'detached' });
    // The focus was lost with the row.
    await page.waitForFunction(() => document.activeElement?.textContent === 'Delete');
    expect((await exchange()).status).toBe(401);
    // The log did not say which.
    await page.goto(`${running.baseUrl}/settings/log`);
    const removal = page.getByRole('listitem').filter({ hasText: 'Deleted an API key' });
    await removal.first().getByText('First user · Archive').waitFor();
  });

  it('give the account a logo, and a color on which white text can be read, which its signing pages have', async () => {
    await open('account');
    await page.getByLabel('Use a color of our own').check();
    const color = page.getByLabel('Color of the signing page');
    await color.fill('#ffd400');
    await page.getByText('White text cannot be read on it').waitFor();
    await button('Save').click();
    await page.waitForFunction(() => document.activeElement?.matches('[type=color]'));
    expect(await findBarriers(page)).toEqual([]);
    await color.fill('#7a1f5c');
    await button('Save').click();
    await page.getByText('Saved.').waitFor();
    const picture = { create: { width: 300, height: 90, channels: 3, background: '#7a1f5c' } } as const;
    const buffer = await sharp(picture).png().toBuffer();
    await page
      .getByLabel('Choose a picture')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
    await button('Remove the logo').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const fileId = await uploadFixture(running.client);
    const emailAddress = 'ada@example.com';
    await running.client.post(
      '/v1/docs',
      documentBody(fileId, { signeeDetails: [{ emailAddress, ...NEW_PAGE }] }),
    );
    await page.goto(running.baseUrl + (await readInvitation(running.client, emailAddress)));
    const start = page.locator('.button-primary').first();
    await start.waitFor();
    await expect
      .poll(() => start.evaluate((element) => getComputedStyle(element).backgroundColor))
      .toBe('rgb(122, 31, 92)');
    const logo = page.locator('header img');
    await expect.poll(() => logo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(300);
    expect(await findBarriers(page)).toEqual([]);
  });

  it('invite users, withdraw an invitation, and refuse to leave the account without an owner', async () => {
    await open('users', PHONE);
    await page.getByLabel('Email address').fill('bo@example.com');
    await page.getByLabel('Name (optional)').fill('Bo Ek');
    await page.getByLabel('Role').selectOption('admin');
    await button('Send the invitation').click();
    await page.getByText('The invitation is on its way by email.').waitFor();
    await region('Users').getByText('Bo Ek').waitFor();
    await button('Change Bo Ek').click();
    await button('Withdraw the invitation').click();
    await region('Users').getByText('Bo Ek').waitFor({ state: 'detached' });
    await button('Change First user').click();
    await page.getByRole('dialog').getByLabel('Role').selectOption('member');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it('make a webhook, show its secret, test it and show the delivery', async () => {
    await open('webhooks');
    const form = region('New webhook');
    await form.getByLabel('Name').fill('Archive');
    await form.getByLabel('Address').fill('http://127.0.0.1:9/hook');
    await button('Create the webhook').click();
    // It spoke of earlier secrets, and not that it is shown once.
    await page.getByText('Copy the secret now. It is not shown again.', { exact: true }).waitFor();
    const card = region('Archive');
    await card.getByRole('button', { name: 'Send a test' }).click();
    await card.getByText('webhook.test').waitFor();
    // The first attempt was not shown until the list was loaded again.
    await card.getByText(/· 1 attempt\b/).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const menu = card.getByRole('button', { name: /^More for / });
    const change = card.getByRole('button', { name: 'Change' });
    const isFocused = () => menu.evaluate((element) => element === document.activeElement);
    await menu.press('Enter');
    await change.press('Enter');
    await card.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect.poll(isFocused).toBe(true);
    await menu.press('Enter');
    await change.press('Enter');
    await card.getByLabel('Address').fill('http://127.0.0.1:9/other');
    await card.getByLabel('Address').press('Enter');
    await card.getByText('http://127.0.0.1:9/other').waitFor();
    await card.getByText('Saved.').waitFor();
    // It was lost with the form, and went to the top of the page.
    expect(await isFocused()).toBe(true);
    await menu.click();
    await card.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No webhooks yet').waitFor();
  });

  it('change the password, which the next sign-in asks for', async () => {
    await open('profile');
    const card = region('Password');
    await card.getByLabel('Current password').fill('not mine');
    await card.getByLabel('New password').fill(NEW_PASSWORD);
    await button('Change the password').click();
    await card.getByText('That is not the password that you use now.').waitFor();
    await card.getByLabel('Current password').fill(PASSWORD);
    await button('Change the password').click();
    await card.getByText('The password is changed.').waitFor();
    await button('Account menu of First user').click();
    expect(await findBarriers(page)).toEqual([]);
    await button('Sign out').click();
    await page.getByRole('heading', { name: 'Have documents signed' }).waitFor();
    await page.goto(`${running.baseUrl}/sign-in`);
    await signIn(NEW_PASSWORD);
    await page.waitForURL('**/documents');
  });

  it('turn an authenticator app on, and signing in asks for its code', async () => {
    await open('profile');
    const card = region('Authenticator app');
    await card.getByRole('button', { name: 'Set up the app' }).click();
    await card.getByLabel('Current password').fill(PASSWORD);
    await card.getByRole('button', { name: 'Continue' }).click();
    await card.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    const secret = (await card.locator('.secret code').textContent()) ?? '';
    await card.getByLabel('Code of six digits').fill(codeOf(secret));
    await card.getByRole('button', { name: 'Turn on' }).click();
    await card.getByText('Keep these recovery codes').waitFor();
    const recoveryCode = (await card.locator('.code-list li').first().textContent()) ?? '';
    expect(await findBarriers(page)).toEqual([]);
    await button('Account menu of First user').click();
    await button('Sign out').click();
    await page.getByRole('heading', { name: 'Have documents signed' }).waitFor();
    await page.goto(`${running.baseUrl}/sign-in?next=%2Fsettings%2Flog`);
    await signIn(PASSWORD);
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    expect(await page.getByLabel('Code').getAttribute('autocomplete')).toBe('one-time-code');
    expect(await findBarriers(page)).toEqual([]);
    // Left half-way, signing in goes on where it was.
    await page.reload();
    await page.getByLabel('Code').fill('000000');
    await button('Continue').click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Code').fill(recoveryCode);
    await button('Continue').click();
    await page.getByRole('heading', { level: 1, name: 'Log' }).waitFor();
    await page.getByText('Used a recovery code').waitFor();
  });

  it('copy where browsers have no clipboard for pages, and otherwise select the text', async () => {
    // Over plain http nothing happened.
    await open('api-keys', { ...PHONE, permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByLabel('Name', { exact: true }).fill('Archive');
    await page.getByLabel('Current password').fill(PASSWORD);
    await button('Create the key').click();
    const key = (await page.locator('.secret code').textContent()) ?? '';
    await page.evaluate(() => {
      const { clipboard } = navigator;
      Object.assign(globalThis, { readClipboard: () => clipboard.readText() });
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    });
    await button('Copy').tap();
    await button('Copied').waitFor();
    expect(await page.evaluate('readClipboard()')).toBe(key);
    await page.evaluate(() => {
      document.execCommand = () => false;
    });
    await button('Copied').tap();
    await page.getByText('Copy the selected text yourself.').waitFor();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(key);
    expect(await findBarriers(page)).toEqual([]);
  });

  it('add a passkey, and sign in with it instead of the password', async () => {
    await open('profile');
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const authenticator = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const;
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...authenticator,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const card = region('Passkeys');
    await button('Add a passkey').click();
    await card.getByLabel('Current password').fill(PASSWORD);
    await card.getByRole('button', { name: 'Add a passkey' }).click();
    await card.getByRole('button', { name: /^Delete / }).waitFor();
    await button('Account menu of First user').click();
    await button('Sign out').click();
    await page.getByRole('heading', { name: 'Have documents signed' }).waitFor();
    await page.goto(`${running.baseUrl}/sign-in`);
    await button('Sign in with a passkey').click();
    await page.waitForURL('**/documents');
  });

  it('of one person with two accounts: chosen at sign-in, switched in the menu, nothing seen of the other', async () => {
    const { service, client, baseUrl } = running;
    const operator = createOperator({
      database: service.database,
      clock: { now: () => new Date() },
      ids: { uuid: () => randomUUID(), secret: () => randomUUID(), oneTimeCode: () => '' },
    });
    const { account, secret } = await operator.createAccount({
      emailAddress: EMAIL,
      name: 'Rowing club',
      fullName: 'Cox',
      capabilities: [],
    });
    const { body: first } = await client.get<{ name: string }>('/v1/account');
    const club = await authorize(baseUrl, secret);
    const send = async (sender: ApiClient, name: string) => {
      const body = documentBody(await uploadFixture(sender), { name });
      return (await sender.post<{ documentId: string }>('/v1/docs', body)).body.documentId;
    };
    const lease = await send(client, 'Lease of the first');
    const hire = await send(club, 'Hire of a boat');

    [page, problems] = await openPage(browser, PHONE);
    await page.goto(`${baseUrl}/sign-in`);
    await signIn(PASSWORD);
    await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await button(account.name).click();
    await page.waitForURL('**/documents');
    const listed = (name: string) => page.locator('.document-name').getByText(name);
    await listed('Hire of a boat').waitFor();
    expect(await listed('Lease of the first').count()).toBe(0);
    const read = (documentId: string) =>
      page.evaluate(
        async (path) => (await fetch(path, { headers: { 'countersign-page': '1' } })).status,
        `/v1/docs/${documentId}`,
      );
    expect([await read(hire), await read(lease)]).toEqual([200, 404]);
    const cookie = await sessionCookie();

    await button('Account menu of Cox').click();
    await button(`Switch to ${first.name}`).click();
    await listed('Lease of the first').waitFor();
    expect(await listed('Hire of a boat').count()).toBe(0);
    expect([await read(hire), await read(lease)]).toEqual([404, 200]);
    expect(await sessionCookie()).not.toBe(cookie);
    await button('Account menu of First user').waitFor();
    // The browser reports the refused requests.
    problems = problems.filter((problem) => !problem.includes('404'));
  });

  async function sessionCookie(): Promise<string | undefined> {
    const cookies = await page.context().cookies();
    return cookies.find(({ name }) => name.endsWith('countersign-session'))?.value;
  }

  it('have the language of the first browser, and the account keeps its own', async () => {
    // Swedes got English pages and mails until they found the setting.
    await open('profile', { ...DESKTOP, locale: 'sv' });
    const languages = async () => {
      const own = await running.client.get<{ language: string }>('/v1/users/me');
      const account = await running.client.get<{ language: string }>('/v1/account');
      return [own.body.language, account.body.language];
    };
    expect(await languages()).toEqual(['sv', 'en']);
    await page.locator('h1').getByText('Profil', { exact: true }).waitFor();
    await page.context().close();
    await open('profile', { ...DESKTOP, locale: 'es' });
    expect(await languages(), 'only the first').toEqual(['sv', 'en']);
  });

  it('keep the language of the user, on every page', async () => {
    await open('profile');
    const card = region('You');
    await card.getByLabel('Language').selectOption('sv');
    await card.getByRole('button', { name: 'Save' }).click();
    // The English heading has the word, too: the page was left before the choice was stored.
    await page.getByRole('heading', { level: 1, name: 'Profil', exact: true }).waitFor();
    await page.goto(`${running.baseUrl}/settings/users`);
    await page.getByRole('heading', { level: 1, name: 'Användare' }).waitFor();
    await button('Kontomeny för First user').click();
    await page.getByRole('combobox', { name: 'Språk' }).first().selectOption('es');
    await page.getByRole('heading', { level: 1, name: 'Usuarios' }).waitFor();
    await expect
      .poll(async () => (await running.client.get<{ language: string }>('/v1/users/me')).body.language)
      .toBe('es');
  });
});

/** RFC 6238, as an authenticator app does. */
function codeOf(secret: string): string {
  const bits = Array.from(secret.replaceAll(/[\s=]/g, ''), (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
