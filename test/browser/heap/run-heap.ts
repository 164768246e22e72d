/**
 * `npm run pages:heap -- [--pages 2000] [--stops 40]`: heap of the composer and of the signing page with a document of many pages:
 * after its first page is drawn, and after scrolling through it with `stops` stops, at each of which a page is drawn. Garbage is
 * collected before each figure; workers, which read the PDF, have heaps of their own.
 */
import { parseArgs } from 'node:util';
import type { BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { buildManyObjects } from '../../../fixtures/build/large.ts';
import { signIn } from '../../service/api-client.ts';
import { sendForSigning } from '../../service/journey-steps.ts';
import { anyDatabase, startService } from '../../service/start-service.ts';
import { DESKTOP, launchChromium, openPage, PHONE, requireChromium } from '../chromium.ts';

requireChromium();
const { values } = parseArgs({
  options: { pages: { type: 'string', default: '2000' }, stops: { type: 'string', default: '40' } },
});
const stops = Number(values.stops);
const file = buildManyObjects('classic', Number(values.pages));

interface Subject {
  readonly name: string;
  readonly path: string;
  readonly device: BrowserContextOptions;
  /** Pictures of pages. */
  readonly pictures: string;
}

const service = await startService(anyDatabase);
const browser = await launchChromium();
try {
  const { body } = await service.client.upload<{ fileId: string }>(file);
  const draft = { fileId: body.fileId, name: 'Many pages', signeeDetails: [] };
  const { body: created } = await service.client.post<{ draftId: string }>('/v1/docs/drafts', draft);
  const subjects: Subject[] = [
    { name: 'composer', path: `/drafts/${created.draftId}`, device: DESKTOP, pictures: '.composer-picture' },
    {
      name: 'signing',
      path: (await sendForSigning(service.client, file)).link,
      device: PHONE,
      pictures: '.page-picture',
    },
  ];
  print('first page s  heap MB  after scrolling MB  page');
  for (const subject of subjects) await measure(subject);
} finally {
  await browser.close();
  await service.close();
}

async function measure({ name, path, device, pictures }: Subject): Promise<void> {
  const [page] = await openPage(browser, device);
  const cookie = (await signIn(service.baseUrl)).cookie() ?? '';
  const [key = '', value = ''] = cookie.split('=');
  await page.context().addCookies([{ name: key, value, url: service.baseUrl }]);
  const session = await page.context().newCDPSession(page);
  const start = performance.now();
  await page.goto(service.baseUrl + path);
  await waitForPicture(page, pictures);
  const seconds = (performance.now() - start) / 1000;
  const opened = await readHeap(session);
  for (let stop = 1; stop <= stops; stop += 1) {
    await scrollTo(page, pictures, stop / stops);
    await waitForPicture(page, pictures);
  }
  const scrolled = await readHeap(session);
  const cells = [
    seconds.toFixed(1).padStart(12),
    opened.toFixed(1).padStart(7),
    scrolled.toFixed(1).padStart(18),
  ];
  print(`${cells.join('  ')}  ${name}`);
  await page.context().close();
}

/** Until a page that is in view is drawn. */
async function waitForPicture(page: Page, pictures: string): Promise<void> {
  await page.waitForFunction((selector) => {
    const isInView = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    };
    return [...document.querySelectorAll(`${selector}[data-outcome="drawn"]`)].some(isInView);
  }, pictures);
}

/** Scrolls what holds the pictures to this share of its height. */
async function scrollTo(page: Page, pictures: string, share: number): Promise<void> {
  await page.evaluate(
    ([selector, to]) => {
      let element = document.querySelector(selector)?.parentElement ?? null;
      while (element !== null && element.scrollHeight <= element.clientHeight * 2)
        element = element.parentElement;
      const scroller = element ?? document.documentElement;
      scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) * to;
    },
    [pictures, share] as const,
  );
}

/** Megabytes in use. */
async function readHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1_000_000;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
