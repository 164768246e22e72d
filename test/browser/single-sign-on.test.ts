import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  addSignOnAccount,
  addUser,
  type SignOnService,
  startSignOnService,
} from '../service/sign-on-steps.ts';
import { anyDatabase } from '../service/start-service.ts';
import { DESKTOP, noBrowserReason, openPage, PHONE, shareChromium } from './chromium.ts';
import { findBarriers } from './find-barriers.ts';

const PASSWORD = 'correct horse';
const LOOKS = [
  { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
  { viewport: { width: 768, height: 1024 }, colorScheme: 'light' },
  { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
] as const;

describe.skipIf(noBrowserReason !== null)(`single sign-on in a browser ${noBrowserReason ?? ''}`, () => {
  let service: SignOnService;
  let browser: Browser;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    browser = await shareChromium();
    service = await startSignOnService(anyDatabase, (issuer) => ({
      SSO_ISSUER: issuer,
      SSO_CLIENT_ID: 'countersign',
      SSO_CLIENT_SECRET: 'a secret of the client',
      SSO_NAME: 'Nordhavn',
    }));
  }, 120_000);
  afterAll(() => service?.close());
  afterEach(async () => {
    await page.context().close();
    expect(problems).toEqual([]);
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const field = (name: string) => page.getByLabel(name, { exact: true });

  async function checkLooks(name: string): Promise<void> {
    for (const { viewport, colorScheme } of LOOKS) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      expect(await findBarriers(page), `${name} ${colorScheme}`).toEqual([]);
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(excess, `${name} ${viewport.width}`).toBeLessThanOrEqual(0);
      const { SCREENSHOTS: folder } = process.env;
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/${name}-${viewport.width}.png`, fullPage: true });
    }
  }

  it('leads by the domain of an address to the provider and back, and offers to sign out there too', async () => {
    const { address } = await addSignOnAccount(service);
    service.provider.expectPerson({ sub: address, email: address, name: 'Ada Lovelace' });
    [page, problems] = await openPage(browser, PHONE);
    await page.goto(`${service.baseUrl}/sign-in?next=/settings/profile`);
    await button('Use single sign-on').waitFor();
    await checkLooks('sign-in');
    await button('Use single sign-on').press('Enter');
    await page.getByRole('heading', { name: 'Single sign-on' }).waitFor();
    await checkLooks('single-sign-on');
    await field('Work email address').fill('nobody@example.org');
    service.provider.failWith(503);
    await page.keyboard.press('Enter');
    await page.getByText('does not respond').waitFor();
    service.provider.failWith(null);
    await field('Work email address').fill(address);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/settings/profile');
    await page.getByRole('heading', { name: 'You are signed in by single sign-on' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Password', exact: true }).count()).toBe(0);
    await checkLooks('profile');
    await page.getByRole('button', { name: /Ada Lovelace/ }).click();
    await button('Sign out').click();
    await page.waitForURL('**/sign-in');
    const link = page.getByRole('link', { name: 'Sign out there too' });
    expect(await link.getAttribute('href')).toContain(`${service.provider.issuer}/session/end?`);
    await checkLooks('signed-out');
    await page.reload();
    await button('Use single sign-on').waitFor();
    expect(await link.count()).toBe(0);
  });

  it('says on a page of its own what went wrong, and leads back', async () => {
    const { address } = await addSignOnAccount(service);
    service.provider.expectPerson(null);
    [page, problems] = await openPage(browser, DESKTOP);
    await page.goto(`${service.baseUrl}/sign-in`);
    await button('Use single sign-on').click();
    await field('Work email address').fill(address);
    await button('Continue').click();
    await page.getByRole('heading', { name: 'You are not signed in' }).waitFor();
    await checkLooks('refused');
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await button('Sign in with Nordhavn').waitFor();
  });

  it('takes over where an account requires it, after the password', async () => {
    const { account, domain } = await addSignOnAccount(service, { isRequired: true });
    const member = await addUser(service.service.database, account.accountId, `eva@${domain}`);
    service.provider.expectPerson({ sub: 'eva', email: member.emailAddress });
    [page, problems] = await openPage(browser, DESKTOP);
    await page.goto(`${service.baseUrl}/sign-in`);
    await page.locator('input[name=emailAddress]').fill(member.emailAddress);
    await page.locator('input[name=password]').fill(PASSWORD);
    await page.locator('button[type=submit]').click();
    await page.waitForURL('**/documents');
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  it('is set up by owners in the settings', async () => {
    const { owner, domain } = await addSignOnAccount(service);
    [page, problems] = await openPage(browser, DESKTOP);
    await page.goto(`${service.baseUrl}/sign-in?next=/settings/single-sign-on`);
    await page.locator('input[name=emailAddress]').fill(owner.emailAddress);
    await page.locator('input[name=password]').fill(PASSWORD);
    await page.locator('button[type=submit]').click();
    await page.waitForURL('**/settings/single-sign-on');
    await page.getByText(domain, { exact: true }).waitFor();
    await field('Domain').fill(`more.${domain}`);
    await button('Add the domain').click();
    await page.getByText(`_countersign.more.${domain}`).waitFor();
    await button('Check the record').click();
    await page.getByText('Add the TXT record at your DNS provider, wait').waitFor();
    await checkLooks('settings');
    const connection = page.getByRole('region', { name: 'Connection', exact: true });
    const password = connection.getByLabel('Current password', { exact: true });
    await field('Client secret').fill('another');
    await password.fill('wrong horse');
    await button('Save').click();
    await page.getByText('not the password that you use now').waitFor();
    expect(await password.evaluate((input) => input === document.activeElement)).toBe(true);
    await password.fill(PASSWORD);
    await button('Save').click();
    await page.getByText('Saved').waitFor();
    expect(await field('Client secret').inputValue()).toBe('');
    const directory = page.getByRole('region', { name: 'User synchronisation', exact: true });
    await directory.getByLabel('Current password', { exact: true }).fill(PASSWORD);
    await button('Make a token').click();
    await directory.getByText(/^scim_/).waitFor();
    await button('Remove the token').waitFor();
    await checkLooks('directory');
    await button('Remove single sign-on').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove single sign-on' }).click();
    await page.getByText('Not set up').waitFor();
  });
});
