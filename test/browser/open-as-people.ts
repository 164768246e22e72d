import type { Language } from '@countersign/base/locale';
import { loadEnterText } from '@countersign/i18n/texts';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { ApiClient } from '../service/api-client.ts';
import { readInvitation } from '../service/journey-steps.ts';
import { listenSettings } from '../service/start-service.ts';
import { openPage } from './chromium.ts';

/** Milliseconds. A page tries again to save after up to 15 s, and the service starts meanwhile. */
const PATIENCE_MS = 40_000;

interface Running {
  readonly baseUrl: string;
  readonly client: ApiClient;
}

/** Signed in on the page, as people do. */
export async function openAsSender(
  browser: Browser,
  { baseUrl, client }: Running,
  options: BrowserContextOptions,
  language: Language,
  path: string,
) {
  await client.patch('/v1/users/me', { language });
  const locale = { en: 'en-GB', sv: 'sv-SE', es: 'es-ES' }[language];
  const [page, problems] = await openPage(browser, { ...options, locale });
  page.setDefaultTimeout(PATIENCE_MS);
  const text = await loadEnterText(language);
  const { BOOTSTRAP_EMAIL = '', BOOTSTRAP_PASSWORD = '' } = await listenSettings();
  await page.goto(`${baseUrl}/sign-in?next=${encodeURIComponent(path)}`);
  await page.getByLabel(text('emailAddress')).fill(BOOTSTRAP_EMAIL);
  await page.getByLabel(text('password'), { exact: true }).fill(BOOTSTRAP_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(baseUrl + path);
  return { page, problems };
}

/** By the link of the invitation. */
export async function openAsSignee(
  browser: Browser,
  { baseUrl, client }: Running,
  emailAddress: string,
  options: BrowserContextOptions,
) {
  const [page, problems] = await openPage(browser, options);
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(baseUrl + (await readInvitation(client, emailAddress)));
  return { page, problems };
}
