import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildManyPages } from '../../fixtures/build/large.ts';
import { signIn } from '../service/api-client.ts';
import { shareService } from '../service/share-service.ts';
import { anyDatabase, type TestService } from '../service/start-service.ts';
import { DESKTOP, noBrowserReason } from './chromium.ts';
import { openDraftOf, waitUntilSaved } from './composer-page.ts';

const PAGES = 2000;
/** The limits of a document: 200 new fields and 100 further boxes; the rest are fields of the file. */
const FIELDS = 200;
const BOXES = 100;
/** Pages on each side of those that are shown, in thumbnails too. */
const MAX_MOUNTED = 30;

describe.skipIf(noBrowserReason !== null)(
  `the composer with ${FIELDS + BOXES} fields on ${PAGES} pages ${noBrowserReason ?? ''}`,
  () => {
    let running: TestService;
    let cookie: string;

    beforeAll(async () => {
      running = await shareService(anyDatabase);
      cookie = (await signIn(running.baseUrl)).cookie() ?? '';
    });
    afterAll(async () => {
      await running?.close();
    });

    it('mounts the pages that are near, and renders the field that is selected or moved, and no other', async () => {
      const { body } = await running.client.upload<{ fileId: string }>(buildManyPages(PAGES));
      const at = (index: number) => ({
        page: 0,
        x: 20 + (index % 10) * 54,
        y: 20 + Math.floor(index / 10) * 24,
      });
      const size = { width: 50, height: 14 };
      const formFields = Array.from({ length: FIELDS }, (_, index) => ({
        name: `F${index}`,
        ...at(index),
        ...size,
      }));
      const furtherBoxes = Array.from({ length: BOXES }, (_, index) => ({
        ...{ kind: 'initials', scale: 0.5, page: 0 },
        ...{ x: 20 + (index % 10) * 54, y: 520 + Math.floor(index / 10) * 24 },
      }));
      const signeeDetails = [{ fullName: 'Ada', emailAddress: 'ada@example.com', formFields, furtherBoxes }];
      const { page, problems } = await openDraftOf(running, cookie, DESKTOP, {
        ...{ fileId: body.fileId, signeeDetails },
      });
      const marks = page.locator('.composer-mark');
      await expect.poll(() => marks.count()).toBe(FIELDS + BOXES);
      const renders = await countRenders(page);

      await renders.reset();
      const first = marks.nth(0);
      await first.focus();
      await page.getByRole('complementary', { name: 'Properties' }).getByLabel('Filled in by').waitFor();
      expect(await renders.take(), 'renders of fields for a selection').toBeLessThanOrEqual(2);
      await first.press('ArrowRight');
      await first.press('ArrowDown');
      await page.locator('.composer-save-state', { hasText: 'Saved' }).waitFor();
      expect(await renders.take(), 'renders of fields for two moves').toBeLessThanOrEqual(4);
      await marks.nth(FIELDS - 1).focus();
      await expect.poll(() => page.locator('.composer-mark-content.is-selected').count()).toBe(1);
      // The one that was selected before is another now.
      expect(await renders.take(), 'renders of fields for another selection').toBeLessThanOrEqual(3);

      const mounted = () => page.locator('.composer-page, .composer-thumbnail').count();
      expect(await mounted()).toBeLessThan(MAX_MOUNTED);
      await page
        .locator('.composer-column')
        .evaluate((column) => column.scrollTo(0, column.scrollHeight / 2));
      await page.getByRole('region', { name: 'Page 1,000 of 2,000' }).waitFor();
      expect(await mounted()).toBeLessThan(MAX_MOUNTED);
      // Of the fields of page 1, the selected one stays for the keyboard.
      expect(await marks.count()).toBe(1);
      await waitUntilSaved(page);
      expect(problems).toEqual([]);
      await page.context().close();
    });
  },
);

interface Renders {
  /** Returns how often a field was rendered since the last time. */
  take(): Promise<number>;
  reset(): Promise<void>;
}

/** The engine counts the calls of the function that renders a field: it is the one that names its element. */
async function countRenders(page: Page): Promise<Renders> {
  const session = await page.context().newCDPSession(page);
  await session.send('Debugger.enable');
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const sources = new Map<string, string>();
  const take = async () => {
    const { result } = await session.send('Profiler.takePreciseCoverage');
    let calls = 0;
    for (const { scriptId, functions } of result) {
      const source = sources.get(scriptId) ?? (await sourceOf(session, scriptId));
      sources.set(scriptId, source);
      if (!source.includes(ELEMENT)) continue;
      for (const { ranges } of functions) {
        const [range] = ranges;
        if (range === undefined) continue;
        const text = source.slice(range.startOffset, range.endOffset);
        if (text.includes(ELEMENT) && text.length < LONGEST) calls += range.count;
      }
    }
    return calls;
  };
  return { take, reset: async () => void (await take()) };
}

const ELEMENT = 'composer-mark-item';
/** Characters: the functions around it are longer. */
const LONGEST = 5000;

async function sourceOf(session: CDPSession, scriptId: string): Promise<string> {
  const { scriptSource } = await session.send('Debugger.getScriptSource', { scriptId });
  return scriptSource;
}
