import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryDir } from '../../../packages/adapters/testing/temporary-dir.ts';
import { shareOf } from '../../../packages/pdf/testing/share.ts';
import { anyDatabase, startService, type TestService } from '../../service/start-service.ts';
import { DESKTOP, noBrowserReason, openPage, PHONE, shareChromium } from '../chromium.ts';
import { type InventedPages, inventPages, waitForContent } from './invent-pages.ts';
import { inventScenes, SCENE_SETTINGS } from './invent-scenes.ts';
import {
  findBrokenWords,
  findFaint,
  findMotion,
  findNarrow,
  findStyles,
  type Styles,
} from './measure-look.ts';

/** A document, a list and a table of facts need no more. */
const MAX_SIZES = 7;
const WEIGHTS = ['400', '600'];
/** Pixels: the default of browsers, and what some people set. */
const USUAL_TEXT = 16;
const LARGE_TEXT = 32;
/** Pixels, at the usual text size. */
const SMALLEST_TEXT = 13;

/** Milliseconds for all scenes, of which some wait for documents. */
const SCENES_MS = 400_000;

/** The longest sentences first. */
const LANGUAGES = ['es', 'sv', 'en'] as const;

describe.skipIf(noBrowserReason !== null)(`the look of every page ${noBrowserReason ?? ''}`, () => {
  let browser: Browser;
  let running: TestService;
  let invented: InventedPages;
  let files: ReturnType<typeof makeTemporaryDir>;

  beforeAll(async () => {
    files = makeTemporaryDir();
    [browser, running] = await Promise.all([shareChromium(), startService(anyDatabase, SCENE_SETTINGS)]);
    invented = await inventPages(running);
  });
  afterAll(async () => {
    await running?.close();
    files?.remove();
  });

  it.each(shareOf(LANGUAGES))(
    'keeps to its sizes, weights and one primary button, and holds with large letters, without motion and in forced colors: %s',
    async (language) => {
      await running.client.patch('/v1/users/me', { language });
      const [page] = await openPage(browser, PHONE);
      await page.addInitScript((chosen) => localStorage.setItem('countersign-language', chosen), language);
      const session = await page.context().newCDPSession(page);
      const faults: string[] = [];
      for (const { name, path, isPublic } of invented.pages) {
        // Signed in, the public pages of people who sign in lead away.
        if (isPublic) await page.context().clearCookies();
        else await page.context().addCookies([invented.cookie]);
        await page.goto(running.baseUrl + path);
        await waitForContent(page);
        faults.push(...(await findFaults(page, session)).map((fault) => `${name}: ${fault}`));
      }
      expect(faults).toEqual([]);
    },
  );

  // What opens a dialog is named in English.
  it('keeps to them in dialogs, menus and results too', { timeout: SCENES_MS }, async () => {
    await running.client.patch('/v1/users/me', { language: 'en' });
    const [page] = await openPage(browser, PHONE);
    const session = await page.context().newCDPSession(page);
    const scenes = await inventScenes(running, invented, files.path);
    const faults: string[] = [];
    for (const { name, path, isPublic, act } of shareOf(scenes)) {
      await page.context().clearCookies();
      if (!isPublic) await page.context().addCookies([invented.cookie]);
      await page.goto(running.baseUrl + path);
      await waitForContent(page);
      await act(page);
      await waitForContent(page);
      faults.push(...(await findFaults(page, session)).map((fault) => `${name}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });
});

/** Looks at one page in all ways, so that it is loaded once. */
async function findFaults(page: Page, session: CDPSession): Promise<string[]> {
  const usual = await page.evaluate(findStyles);
  const faults = [
    ...judgeStyles(usual),
    ...(await page.evaluate(findMotion)),
    ...(await page.evaluate(findBrokenWords)),
  ];
  await page.emulateMedia({ forcedColors: 'active' });
  faults.push(...(await page.evaluate(findFaint)));
  await page.emulateMedia({ forcedColors: 'none' });
  await setTextSize(page, session, LARGE_TEXT);
  const [smallest = 0] = (await page.evaluate(findStyles)).sizes;
  const least = (SMALLEST_TEXT * LARGE_TEXT) / USUAL_TEXT;
  if (smallest < least) faults.push(`text of ${smallest} px among large letters`);
  faults.push(...(await page.evaluate(findNarrow)));
  await setTextSize(page, session, USUAL_TEXT);
  await page.setViewportSize(DESKTOP.viewport);
  const desktop = [
    ...judgeStyles(await page.evaluate(findStyles)),
    ...(await page.evaluate(findBrokenWords)),
  ];
  faults.push(...desktop.map((fault) => `desktop: ${fault}`));
  await page.setViewportSize(PHONE.viewport);
  return faults;
}

function judgeStyles({ sizes, weights, strokes, primary }: Styles): string[] {
  return [
    ...(sizes.length > MAX_SIZES ? [`${sizes.length} sizes: ${sizes.join(' ')}`] : []),
    ...weights.filter(({ weight }) => !WEIGHTS.includes(weight)).map(({ weight, of }) => `${weight}: ${of}`),
    ...(strokes.length > 1 ? [`icons of several strokes: ${strokes.join(' ')}`] : []),
    ...(primary.length > 1 ? [`primary buttons: ${primary.join(', ')}`] : []),
  ];
}

/** Sets the text size of the browser, as people do in its settings. */
async function setTextSize(page: Page, session: CDPSession, standard: number): Promise<void> {
  await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
  await page.waitForFunction(
    (size) => getComputedStyle(document.documentElement).fontSize === `${size}px`,
    standard,
  );
}
