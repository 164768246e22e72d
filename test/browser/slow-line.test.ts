import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildScanOfSize } from '../../fixtures/build/large.ts';
import { fixturePath, generatedPath } from '../../fixtures/fixture-path.ts';
import { sendForSigning } from '../service/journey-steps.ts';
import { shareService } from '../service/share-service.ts';
import { anyDatabase, type TestService } from '../service/start-service.ts';
import { launchChromium, noBrowserReason, openPage, PHONE, shareChromium } from './chromium.ts';
import type { Exchange } from './slow-line/counting-proxy.ts';
import { measureFirstPage, setClock } from './slow-line/measure-first-page.ts';

const SCAN_BYTES = 8_000_000;
const SCAN_IMAGE_SIDE = 300;
/** Page counts on a phone's screen and the one below. */
const PAGES_NEAR = 4;
/** What 6 s at 400 kbit/s carry: `npm run sign:slow-line` has the seconds, with the round trips. */
const FIRST_PAGE_BYTES = 285_000;
/** Two seconds more, where the machine has no font of that width. */
const STANDARD_FONT_BYTES = 90_000;
const isStandardFont = ({ path }: Exchange) => path.includes('/standard_fonts/');
const isDocument = ({ path }: Exchange) => path.endsWith('/document.pdf');
const sumBytes = (exchanges: readonly Exchange[]) => exchanges.reduce((sum, { bytes }) => sum + bytes, 0);

/** As on a machine that has no font but one, under the name of a wider font than Helvetica. */
function launchWithoutHelvetica(): Promise<Browser> {
  const font = import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf');
  const config = generatedPath('without-helvetica.conf');
  const name = (kind: string) => `<edit name="${kind}" mode="assign"><string>DejaVu Sans</string></edit>`;
  mkdirSync(dirname(config), { recursive: true });
  writeFileSync(
    config,
    `<fontconfig>
      <dir>${dirname(fileURLToPath(font))}</dir>
      <cachedir>${join(dirname(config), 'without-helvetica')}</cachedir>
      <match target="scan">${name('family')}${name('fullname')}</match>
    </fontconfig>`,
  );
  vi.stubEnv('FONTCONFIG_FILE', config);
  return launchChromium().finally(() => vi.unstubAllEnvs());
}

describe.skipIf(noBrowserReason !== null)(`what a phone loads ${noBrowserReason ?? ''}`, () => {
  let browser: Browser;
  let running: TestService;

  beforeAll(async () => {
    [browser, running] = await Promise.all([shareChromium(), shareService(anyDatabase)]);
  });
  afterAll(async () => {
    await running?.close();
  });

  const load = async (pdf: string) => {
    const { link } = await sendForSigning(running.client, pdf);
    return (await measureFirstPage(browser, running.baseUrl, link)).drawn.exchanges;
  };

  /** pdf.js does not come before `release`. */
  const openWithoutPdfjs = async (clock: 'early' | 'late', pdf = 'forms/contract.pdf') => {
    const { link } = await sendForSigning(running.client, fixturePath(pdf));
    const [page, problems] = await openPage(browser, PHONE);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/pdf-worker-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await setClock(page, clock);
    const pictures: number[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/first-page.webp')) pictures.push(response.status());
    });
    const finish = async () => {
      release();
      await page.locator('.page-picture[data-outcome="drawn"]').first().waitFor();
      expect(await page.locator('.early-text, .early-picture').count()).toBe(0);
      expect(problems).toEqual([]);
    };
    return { page, address: running.baseUrl + link, pictures, finish };
  };
  const earlyText = (page: Page) => page.locator('.early-text').getByText('This agreement is made between');

  it('[P-01] [P-03] the text of the first page before the page, in its place, and on a fast line no picture', async () => {
    const { page, address, pictures, finish } = await openWithoutPdfjs('early');
    await page.goto(address);
    await earlyText(page).waitFor();
    await finish();
    expect(pictures).toEqual([]);
  });

  it('[P-03] on a slow line a picture of the first page with its fields, where pdf.js draws it then', async () => {
    const { page, address, pictures, finish } = await openWithoutPdfjs('late');
    await page.goto(address);
    const picture = page.locator('#page-0 .early-picture');
    await picture.waitFor();
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(720);
    expect(await page.locator('.early-text').count()).toBe(0);
    const field = page.locator('#page-0 .chip-text').first();
    const places = async () => [await page.locator('#page-0').boundingBox(), await field.boundingBox()];
    await field.click();
    await page.getByRole('dialog').getByRole('textbox').fill('Ada Lovelace');
    await page.keyboard.press('Escape');
    const before = await places();
    await finish();
    expect(await places()).toEqual(before);
    expect(await field.textContent()).toContain('Ada Lovelace');
    expect(pictures).toEqual([200]);
  });

  it.each([
    ['on a fast line pdf.js ahead', 'early', 'prefetch'],
    ['on a slow line pdf.js later', 'late', 'later'],
  ] as const)('%s, while the session is on its way', async (_what, clock, expected) => {
    const { page, address, finish } = await openWithoutPdfjs(clock);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/session', async (route) => {
      await held;
      await route.continue();
    });
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    const ahead = clock === 'early' && page.waitForRequest('**/pdf-worker-*.js');
    await page.goto(address);
    await ahead;
    const links = page.locator('link[href*="/pdf-worker-"]');
    expect(await links.getAttribute('rel')).toBe(expected);
    expect(requested.some((url) => url.includes('/pdf-worker-'))).toBe(clock === 'early');
    release();
    await finish();
  });

  it('[P-01] [P-03] the text on a slow line if there is no picture', async () => {
    const { page, address, finish } = await openWithoutPdfjs('late');
    await page.route('**/first-page.webp*', (route) => route.fulfill({ status: 204 }));
    await page.goto(address);
    await earlyText(page).waitFor();
    await finish();
  });

  it('until the first page of a contract is drawn: compressed scripts, each once, and the file in one request', async () => {
    const exchanges = await load(fixturePath('forms/contract.pdf'));
    const paths = exchanges.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths.filter((path) => /pdf-worker/.test(path))).toHaveLength(1);
    expect(exchanges.filter(isDocument)).toMatchObject([{ status: 206, range: 'bytes=0-65535' }]);
    const fonts = exchanges.filter(isStandardFont);
    expect(sumBytes(exchanges) - sumBytes(fonts)).toBeLessThan(FIRST_PAGE_BYTES);
    expect(sumBytes(fonts)).toBeLessThanOrEqual(fonts.length * STANDARD_FONT_BYTES);
  });

  it('where no font has the widths of Helvetica: the one that comes with the pages, for text in it alone', async () => {
    const bare = await launchWithoutHelvetica();
    try {
      const { link } = await sendForSigning(running.client, fixturePath('forms/contract.pdf'));
      const { exchanges } = (await measureFirstPage(bare, running.baseUrl, link)).drawn;
      expect(exchanges.filter(isStandardFont)).toMatchObject([
        { path: expect.stringMatching(/LiberationSans-Regular\.ttf$/), status: 200 },
      ]);
    } finally {
      await bare.close();
    }
  });

  it('until the first page of a long scan is drawn: the ranges that page needs', async () => {
    const scan = buildScanOfSize(generatedPath('scan-8mb-83-pages.pdf'), SCAN_BYTES, SCAN_IMAGE_SIDE);
    const exchanges = await load(scan);
    const ranges = exchanges.filter(isDocument);
    expect(ranges.every(({ status }) => status === 206)).toBe(true);
    // The start, the table at the end, and the page's dictionary and image. A fast line also loads the next pages.
    expect(ranges.length).toBeLessThanOrEqual(2 + 2 * PAGES_NEAR);
    expect(sumBytes(ranges)).toBeLessThan(SCAN_BYTES / 10);
  });
});
