/**
 * `npm run screenshots -- [--only name,name] [--folder screenshots]`: pictures of every page, in both themes and three widths, of
 * a service with invented data. Written to a folder that git ignores.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { anyDatabase, startService } from '../../service/start-service.ts';
import { launchChromium, openPage } from '../chromium.ts';
import { inventPages, waitForContent } from './invent-pages.ts';

const WIDTHS = [
  [390, 844],
  [820, 1180],
  [1280, 800],
] as const;
/** Milliseconds. */
const PATIENCE_MS = 120_000;
const THEMES = ['light', 'dark'] as const;

const { values } = parseArgs({
  options: { only: { type: 'string' }, folder: { type: 'string', default: 'screenshots' } },
});
const wanted = values.only?.split(',');
mkdirSync(values.folder, { recursive: true });
const running = await startService(anyDatabase);
const browser = await launchChromium();
try {
  const { pages, cookie } = await inventPages(running);
  const shown = pages.filter(({ name }) => wanted?.includes(name) ?? true);
  for (const [width, height] of WIDTHS) {
    const [page, problems] = await openPage(browser, { viewport: { width, height } });
    page.setDefaultTimeout(PATIENCE_MS);
    for (const { name, path, isPublic } of shown) {
      await page.context().clearCookies();
      if (!isPublic) await page.context().addCookies([cookie]);
      await page.goto(running.baseUrl + path);
      await waitForContent(page);
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: join(values.folder, `${name}-${width}-${colorScheme}.png`) });
      }
    }
    for (const problem of problems) process.stderr.write(`${width}: ${problem}\n`);
    await page.context().close();
  }
  process.stdout.write(`${shown.length * WIDTHS.length * THEMES.length} pictures in ${values.folder}\n`);
} finally {
  await browser.close();
  await running.close();
}
