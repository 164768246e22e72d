/**
 * `npm run screenshots -- [--only name,name] [--widths 390,820,1280] [--folder screenshots] [--language en]`: pictures of
 * every page and dialog, in both themes and several widths, of a service with invented data. Written to a folder that git
 * ignores. Dialogs are drawn in English only, because they are opened by the English names of buttons.
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeTemporaryDir } from '../../../packages/adapters/testing/temporary-dir.ts';
import { anyDatabase, startService } from '../../service/start-service.ts';
import { launchChromium, openPage, requireChromium } from '../chromium.ts';
import { inventPages, type ListedPage, waitForContent } from './invent-pages.ts';
import { inventScenes, SCENE_SETTINGS, type Scene } from './invent-scenes.ts';

/** Heights of the screens that have at least these widths. */
const HEIGHTS = [
  [1280, 800],
  [600, 1180],
  [0, 844],
] as const;
/** Screens below this width are touched. */
const DESKTOP_WIDTH = 1024;
/** Milliseconds. */
const PATIENCE_MS = 120_000;
const THEMES = ['light', 'dark'] as const;

requireChromium();
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    widths: { type: 'string', default: '390,820,1280' },
    folder: { type: 'string', default: 'screenshots' },
    language: { type: 'string', default: 'en' },
  },
});
const { language } = values;
const wanted = values.only?.split(',');
mkdirSync(values.folder, { recursive: true });
const files = makeTemporaryDir();
const running = await startService(anyDatabase, SCENE_SETTINGS);
const browser = await launchChromium();
try {
  const invented = await inventPages(running);
  const { pages, cookie } = invented;
  const scenes = language === 'en' ? await inventScenes(running, invented, files.path) : [];
  await running.client.patch('/v1/users/me', { language });
  const shown: readonly (ListedPage & Partial<Scene>)[] = [...pages, ...scenes].filter(
    ({ name }) => wanted?.includes(name) ?? true,
  );
  const widths = values.widths.split(',').map(Number);
  for (const width of widths) {
    const height = HEIGHTS.find(([least]) => width >= least)?.[1] ?? 0;
    const [page, problems] = await openPage(browser, {
      viewport: { width, height },
      hasTouch: width < DESKTOP_WIDTH,
      locale: language,
    });
    page.setDefaultTimeout(PATIENCE_MS);
    await page.addInitScript((chosen) => localStorage.setItem('countersign-language', chosen), language);
    for (const { name, path, isPublic, act } of shown) {
      await page.context().clearCookies();
      if (!isPublic) await page.context().addCookies([cookie]);
      await page.goto(running.baseUrl + path);
      await waitForContent(page);
      if (act !== undefined) {
        await act(page);
        await waitForContent(page);
      }
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: join(values.folder, `${name}-${width}-${colorScheme}.png`) });
      }
    }
    for (const problem of problems) process.stderr.write(`${width}: ${problem}\n`);
    await page.context().close();
  }
  process.stdout.write(`${shown.length * widths.length * THEMES.length} pictures in ${values.folder}\n`);
} finally {
  await browser.close();
  await running.close();
  files.remove();
}
