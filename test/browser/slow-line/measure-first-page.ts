import type { Browser, Page } from 'playwright-core';
import { documentBody, readInvitation, waitForStatus } from '../../service/journey-steps.ts';
import type { TestService } from '../../service/start-service.ts';
import { openPage, PHONE } from '../chromium.ts';
import { type Exchange, startCountingProxy } from './counting-proxy.ts';

export interface Line {
  readonly kilobitsPerSecond: number;
  readonly latencyMs: number;
}

export interface FirstPage {
  readonly seconds: number;
  readonly exchanges: readonly Exchange[];
}

/** Milliseconds; 50 MB take 1,000 s at 400 kbit/s. */
const PATIENCE_MS = 1_100_000;

/** Bytes per second, as the browser's protocol has it. */
const UNLIMITED = -1;

/** Sends a PDF to a new signee and returns the path of the signing link. */
export async function sendForSigning({ client }: TestService, pdf: string): Promise<string> {
  const { body } = await client.upload<{ fileId: string }>(pdf);
  const emailAddress = `${crypto.randomUUID()}@example.com`;
  const signeeDetails = [{ fullName: 'Ada Ek', emailAddress, signaturePlacement: 'new_page' }];
  const request = documentBody(body.fileId, { signeeDetails });
  const { body: created } = await client.post<{ documentId: string }>('/v1/docs', request);
  await waitForStatus(client, created.documentId, 'awaiting_signatures');
  return readInvitation(client, emailAddress);
}

/** Opens a signing link in a new profile and counts the bytes until the first page is drawn. */
export async function measureFirstPage(
  browser: Browser,
  serviceUrl: string,
  link: string,
  line?: Line,
): Promise<FirstPage> {
  const proxy = await startCountingProxy(serviceUrl);
  const [page] = await openPage(browser, PHONE);
  try {
    if (line !== undefined) await throttle(page, line);
    const start = performance.now();
    await page.goto(proxy.url + link, { waitUntil: 'commit', timeout: PATIENCE_MS });
    await page.locator('.page-picture[data-outcome="drawn"]').first().waitFor({ timeout: PATIENCE_MS });
    return { seconds: (performance.now() - start) / 1000, exchanges: [...proxy.exchanges] };
  } finally {
    await page.context().close();
    await proxy.close();
  }
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
