import type { Browser, Page } from 'playwright-core';
import { openPage, PHONE } from '../chromium.ts';
import { type Exchange, startCountingProxy } from './counting-proxy.ts';

export interface Line {
  readonly kilobitsPerSecond: number;
  readonly latencyMs: number;
}

export interface FirstPage {
  /** The time until the page is seen: as a picture, or drawn by pdf.js. */
  readonly seen: Moment;
  readonly drawn: Moment;
}

interface Moment {
  readonly seconds: number;
  /** What was sent until then. */
  readonly exchanges: readonly Exchange[];
}

/** Milliseconds; 50 MB take 1,000 s at 400 kbit/s. */
const PATIENCE_MS = 1_100_000;

const SMALL_PHONE = { ...PHONE, viewport: { width: 360, height: 780 } };

/** Bytes per second, as the browser's protocol has it. */
const UNLIMITED = -1;

const DRAWN = '.page-picture[data-outcome="drawn"]';

/** Opens a signing link in a new profile and counts the bytes until the first page is seen, and drawn by pdf.js. */
export async function measureFirstPage(
  browser: Browser,
  serviceUrl: string,
  link: string,
  line?: Line,
  /** The start of the names of pictures of both moments. */
  pictures?: string,
): Promise<FirstPage> {
  const proxy = await startCountingProxy(serviceUrl);
  const [page] = await openPage(browser, line === undefined ? PHONE : SMALL_PHONE);
  try {
    if (line === undefined) await setClock(page, 'early');
    else await throttle(page, line);
    const start = performance.now();
    await page.goto(proxy.url + link, { waitUntil: 'commit', timeout: PATIENCE_MS });
    const waitFor = async (selector: string): Promise<Moment> => {
      await page.locator(selector).first().waitFor({ timeout: PATIENCE_MS });
      return { seconds: (performance.now() - start) / 1000, exchanges: [...proxy.exchanges] };
    };
    const seen = await waitFor(`.early-picture, ${DRAWN}`);
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}-seen.png` });
    const drawn = await waitFor(DRAWN);
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}-drawn.png` });
    return { seen, drawn };
  } finally {
    await page.context().close();
    await proxy.close();
  }
}

/** Pages judge a line by how late it is when they know their document. A busy machine has slow ones, too. */
export function setClock(page: Page, clock: 'early' | 'late'): Promise<unknown> {
  return page.addInitScript((milliseconds) => {
    performance.now = () => milliseconds;
  }, { early: 0, late: 60_000 }[clock]);
}

/** Slows the page down; returns what ends that. */
export async function throttle(
  page: Page,
  { kilobitsPerSecond, latencyMs }: Line,
): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const emulate = async (bytesPerSecond: number, latency: number): Promise<void> => {
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
  };
  await session.send('Network.enable');
  await emulate((kilobitsPerSecond * 1000) / 8, latencyMs);
  // In the same session: another one does not replace what this one asked for.
  return () => emulate(UNLIMITED, 0);
}
