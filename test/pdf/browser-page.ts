import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as PdfJs from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Browser, Page, Route } from 'playwright-core';
import sharp from 'sharp';
import { type Picture, readPicture, SCALE } from './picture.ts';

export interface BrowserText {
  readonly text: string;
  /** Font families in order, named as their files: NotoSansArabic. */
  readonly fonts: readonly string[];
  /** Left end of the baseline in points from the top-left corner. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

interface PageGlobals {
  /** Set by pdf.js as a script. */
  readonly pdfjsLib: typeof PdfJs;
  pdfWorker: PdfJs.PDFWorker;
}

const ORIGIN = 'http://fonts.test';
const require = createRequire(import.meta.url);

/** A browser page of fixed size: a reference for text, and a viewer that rejects broken fonts. */
export class BrowserPage {
  readonly #page: Page;
  readonly #size: { readonly width: number; readonly height: number };
  #pdf: Uint8Array = new Uint8Array();

  private constructor(page: Page, size: { readonly width: number; readonly height: number }) {
    this.#page = page;
    this.#size = size;
  }

  static async open(browser: Browser, width: number, height: number): Promise<BrowserPage> {
    const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: SCALE });
    const opened = new BrowserPage(page, { width, height });
    await page.route(`${ORIGIN}/**`, (route) => opened.#answer(route));
    await page.goto(`${ORIGIN}/`);
    await page.addScriptTag({ url: `${ORIGIN}/pdf.mjs`, type: 'module' });
    await page.evaluate(() => {
      const globals = globalThis as unknown as PageGlobals;
      globals.pdfjsLib.GlobalWorkerOptions.workerSrc = '/pdf.worker.mjs';
      // One for all files: to load it takes longer than to draw a page.
      globals.pdfWorker = new globals.pdfjsLib.PDFWorker();
    });
    return opened;
  }

  /** Kerning is off where the engine's is: outside the scripts that need shaping. */
  async drawText({ text, fonts, x, y, size }: BrowserText): Promise<Picture> {
    const faces = fonts.map((family) => `@font-face { font-family: ${family}; src: url(/font/${family}); }`);
    const isRightToLeft = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text);
    const isPlain = !/[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}]/u.test(text);
    const style = [
      `font: ${size}px ${fonts.join(', ')}`,
      `font-kerning: ${isPlain ? 'none' : 'auto'}`,
      'text-rendering: geometricPrecision',
      `direction: ${isRightToLeft ? 'rtl' : 'ltr'}`,
    ];
    const place = `x="${x}" y="${y}" text-anchor="${isRightToLeft ? 'end' : 'start'}"`;
    const svg = `<svg width="${this.#size.width}" height="${this.#size.height}">`;
    return this.#show(
      `<style>${faces.join('')}</style>${svg}<text ${place} style="${style.join(';')}">${text}</text></svg>`,
      fonts,
    );
  }

  /** Draws the first page by pdf.js, which passes embedded fonts to the browser. */
  async drawPdf(pdf: Uint8Array): Promise<Picture> {
    this.#pdf = pdf;
    await this.#show('<canvas></canvas>', []);
    await this.#page.evaluate(async (scale) => {
      const { pdfjsLib, pdfWorker } = globalThis as unknown as PageGlobals;
      const loading = pdfjsLib.getDocument({ url: '/file.pdf', worker: pdfWorker });
      const page = await (await loading.promise).getPage(1);
      const viewport = page.getViewport({ scale });
      const canvas = document.querySelector('canvas');
      if (canvas === null) return;
      [canvas.width, canvas.height] = [viewport.width, viewport.height];
      canvas.style.cssText = `display: block; width: ${viewport.width / scale}px`;
      await page.render({ canvas, viewport }).promise;
      await loading.destroy();
    }, SCALE);
    return readPicture(sharp(await this.#page.screenshot()));
  }

  async #show(body: string, fonts: readonly string[]): Promise<Picture> {
    await this.#page.evaluate(
      async ({ html, families }) => {
        document.body.style.margin = '0';
        document.body.innerHTML = html;
        await Promise.all(families.map((family) => document.fonts.load(`10px ${family}`)));
        await document.fonts.ready;
      },
      { html: body, families: fonts },
    );
    return readPicture(sharp(await this.#page.screenshot()));
  }

  #answer(route: Route): Promise<void> {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' });
    if (pathname === '/file.pdf')
      return route.fulfill({ body: Buffer.from(this.#pdf), headers: { 'cache-control': 'no-store' } });
    if (pathname.startsWith('/font/')) return route.fulfill({ body: readFont(pathname.slice(6)) });
    const path = require.resolve(`pdfjs-dist/legacy/build${pathname}`);
    return route.fulfill({ contentType: 'text/javascript', path });
  }
}

function readFont(family: string): Buffer {
  const script = family.replace('NotoSans', '').toLowerCase();
  const name = script === '' ? 'noto-sans' : `noto-sans-${script}`;
  return readFileSync(require.resolve(`@expo-google-fonts/${name}/400Regular/${family}_400Regular.ttf`));
}
