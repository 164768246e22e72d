import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPdf } from '@countersign/pdf';
import { findProgram, programPath } from '@countersign/pdf/testing';
import { type Browser, chromium, type Page } from 'playwright-core';
import { brightness, type Raster, SCALE } from './raster.ts';
import { type Render, readImage } from './renderers.ts';

const CHROMIUM_PATH = process.env.CHROMIUM_PATH ?? findProgram('chromium');

export const hasChromium = CHROMIUM_PATH !== undefined;

/** CSS pixels per point at 100 %. */
const CSS_SCALE = 96 / 72;
/** CSS pixels for the viewer's margins and scroll bars. */
const MARGIN = 60;
const POLL_MS = 250;
const TIMEOUT_MS = 15_000;

/** Draws first pages in Chromium's PDF viewer; `close` ends the browser. */
export async function openPdfium(): Promise<{ render: Render; close(): Promise<void> }> {
  // Only the new headless mode has the viewer; playwright's flag means the old one.
  const args = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run'];
  const executablePath = CHROMIUM_PATH ?? programPath('chromium');
  const browser = await chromium.launch({ executablePath, headless: false, args });
  return { render: (pdf) => renderFirstPage(browser, pdf), close: () => browser.close() };
}

async function renderFirstPage(browser: Browser, pdf: Uint8Array): Promise<Raster> {
  const folder = mkdtempSync(join(tmpdir(), 'forms-pdfium-'));
  const { geometry } = openPdf(pdf).page(0);
  const viewport = {
    width: Math.ceil(geometry.displayedWidth * CSS_SCALE) + MARGIN,
    height: Math.ceil(geometry.displayedHeight * CSS_SCALE) + MARGIN,
  };
  const page = await browser.newPage({ viewport, deviceScaleFactor: SCALE / CSS_SCALE });
  try {
    writeFileSync(join(folder, 'page.pdf'), pdf);
    await page.goto(`file://${join(folder, 'page.pdf')}#toolbar=0&navpanes=0&zoom=100`);
    return await waitForPage(
      page,
      Math.round(geometry.displayedWidth * SCALE),
      Math.round(geometry.displayedHeight * SCALE),
    );
  } finally {
    await page.close();
    rmSync(folder, { recursive: true });
  }
}

/** The viewer paints asynchronously: repeats until two pictures are equal. */
async function waitForPage(page: Page, width: number, height: number): Promise<Raster> {
  let before: Buffer | undefined;
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; ) {
    await page.waitForTimeout(POLL_MS);
    const picture = await page.screenshot();
    const found = before?.equals(picture) ? cutPage(await readImage(picture), width, height) : undefined;
    if (found) return found;
    before = picture;
  }
  throw new Error('The PDF viewer showed no page');
}

/** Finds the white page on the dark background. */
function cutPage(picture: Raster, width: number, height: number): Raster | undefined {
  const isPaper = (x: number, y: number) => brightness(picture, x, y) > 250;
  const [middleX, middleY] = [picture.width >> 1, picture.height >> 1];
  const left = firstWhere(picture.width, (x) => isPaper(x, middleY));
  const top = firstWhere(picture.height, (y) => isPaper(middleX, y));
  if (left === undefined || top === undefined) return undefined;
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const start = ((top + y) * picture.width + left) * 3;
    rgb.set(picture.rgb.subarray(start, start + width * 3), y * width * 3);
  }
  return { width, height, rgb };
}

function firstWhere(count: number, isIt: (index: number) => boolean): number | undefined {
  for (let index = 0; index < count; index++) if (isIt(index)) return index;
  return undefined;
}
