import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildScanOfSize } from '../../fixtures/build/large.ts';
import { fixturePath, generatedPath } from '../../fixtures/fixture-path.ts';
import { shareService } from '../service/share-service.ts';
import { anyDatabase, type TestService } from '../service/start-service.ts';
import { noBrowserReason, shareChromium } from './chromium.ts';
import type { Exchange } from './slow-line/counting-proxy.ts';
import { measureFirstPage, sendForSigning } from './slow-line/measure-first-page.ts';

const SCAN_BYTES = 8_000_000;
const SCAN_IMAGE_SIDE = 300;
/** Page counts on a phone's screen and the one below. */
const PAGES_NEAR = 4;
const isDocument = ({ path }: Exchange) => path.endsWith('/document.pdf');
const sumBytes = (exchanges: readonly Exchange[]) => exchanges.reduce((sum, { bytes }) => sum + bytes, 0);

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
    const link = await sendForSigning(running, pdf);
    return (await measureFirstPage(browser, running.baseUrl, link)).exchanges;
  };

  it('until the first page of a contract is drawn: compressed scripts, each once, and the file in one request', async () => {
    const exchanges = await load(fixturePath('forms/contract.pdf'));
    const paths = exchanges.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths.filter((path) => /pdf-worker/.test(path))).toHaveLength(1);
    expect(exchanges.filter(isDocument)).toMatchObject([{ status: 206, range: 'bytes=0-65535' }]);
    // 10 s at 400 kbit/s are 500,000 bytes, less two seconds of round trips.
    expect(sumBytes(exchanges)).toBeLessThan(400_000);
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
