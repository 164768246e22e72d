import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RawPdf } from '../../../fixtures/build/raw-pdf.ts';
import { makeTemporaryDir } from '../../../packages/adapters/testing/temporary-dir.ts';
import { sendForSigning } from '../../service/journey-steps.ts';
import { shareService } from '../../service/share-service.ts';
import { anyDatabase, type TestService } from '../../service/start-service.ts';
import { DESKTOP, noBrowserReason, openPage, shareChromium } from '../chromium.ts';
import { type InventedPages, inventPages, waitForContent } from './invent-pages.ts';

describe.skipIf(noBrowserReason !== null)(`the content policy ${noBrowserReason ?? ''}`, () => {
  const folder = makeTemporaryDir();
  let browser: Browser;
  let running: TestService;
  let invented: InventedPages;

  beforeAll(async () => {
    [browser, running] = await Promise.all([shareChromium(), shareService(anyDatabase)]);
    invented = await inventPages(running);
  });
  afterAll(async () => {
    await running?.close();
    folder.remove();
  });

  it('lets every page work, and none make code, HTML or styles from text', async () => {
    const [page, problems] = await openPage(browser, DESKTOP);
    await page.context().addCookies([invented.cookie]);
    for (const { name, path, isPublic } of invented.pages) {
      // Signed in, the public pages of people who sign in lead away.
      if (isPublic) await page.context().clearCookies();
      else await page.context().addCookies([invented.cookie]);
      const response = await page.goto(running.baseUrl + path);
      await waitForContent(page);
      expect(problems, name).toEqual([]);
      const policy = response?.headers()['content-security-policy'] ?? '';
      expect(policy, name).not.toContain('unsafe');
      expect(policy, name).toContain("require-trusted-types-for 'script'");
      expect(await breakPolicy(page), name).toEqual(['html', 'script', 'style', 'worker']);
      problems.length = 0;
    }
  });

  it('lets the worker of pdf.js load character maps and decode images', async () => {
    const path = join(folder.path, 'fax.pdf');
    writeFaxInJapanese(path);
    const [page, problems] = await openPage(browser, DESKTOP);
    const loaded: string[] = [];
    page.on('response', (response) => {
      if (response.ok()) loaded.push(new URL(response.url()).pathname.split('/').at(-1) ?? '');
    });
    await page.goto(running.baseUrl + (await sendForSigning(running.client, path)).link);
    await page.locator('.page-picture[data-outcome="drawn"]').first().waitFor();
    expect(loaded).toEqual(expect.arrayContaining(['UniJIS-UTF16-H.bcmap', 'jbig2.wasm']));
    expect(await colorInTheMiddle(page)).toEqual([0, 0, 0]);
    expect(problems).toEqual([]);
  });
});

/** Returns which attempts to get around the policy were refused. */
function breakPolicy(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const refused: string[] = [];
    const attempt = (name: string, act: () => unknown): void => {
      try {
        act();
      } catch {
        refused.push(name);
      }
    };
    attempt('html', () => {
      document.createElement('div').innerHTML = '<b>text</b>';
    });
    attempt('script', () => {
      document.createElement('script').text = 'void 0';
    });
    const box = document.createElement('p');
    box.setAttribute('style', 'color: rgb(1, 2, 3)');
    document.body.append(box);
    if (getComputedStyle(box).color !== 'rgb(1, 2, 3)') refused.push('style');
    box.remove();
    attempt('worker', () => new Worker('/assets/worker.js'));
    return refused;
  });
}

function colorInTheMiddle(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.page-canvas');
    const { width = 0, height = 0 } = canvas ?? {};
    const pixel = canvas?.getContext('2d')?.getImageData(width / 2, height / 2, 1, 1).data ?? [];
    return [...pixel].slice(0, 3);
  });
}

/** Bits of eight white lines by ITU-T T.6, one each, and the end of the block. */
const WHITE_LINES = Uint8Array.of(0xff, 0x00, 0x10, 0x01);

/** A page in black, by an inverted fax of white lines, with a text that needs a character map of pdf.js. */
function writeFaxInJapanese(path: string): void {
  const pdf = new RawPdf(path);
  pdf.object(1, '<< /Type /Catalog /Pages 2 0 R >>');
  pdf.object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>');
  const resources = '<< /XObject << /I 5 0 R >> /Font << /F 6 0 R >> >>';
  pdf.object(
    3,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources ${resources} >>`,
  );
  pdf.stream(4, '', 'q 300 0 0 300 0 0 cm /I Do Q BT /F 12 Tf 20 20 Td <65E5672C> Tj ET');
  pdf.stream(
    5,
    '/Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 1 /ColorSpace /DeviceGray /Decode [1 0] /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 8 /Rows 8 >>',
    WHITE_LINES,
  );
  pdf.object(
    6,
    '<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /UniJIS-UTF16-H /DescendantFonts [7 0 R] >>',
  );
  pdf.object(
    7,
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 8 0 R >>',
  );
  pdf.object(
    8,
    '<< /Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 6 /FontBBox [-123 -257 1001 910] /ItalicAngle 0 /Ascent 709 /Descent -241 /CapHeight 709 /StemV 69 >>',
  );
  pdf.finish(1);
}
