/**
 * Pages drawn as the signing page draws them, by pdf.js on the canvas of Skia, in WebP that a slow line carries. Without
 * the optional packages there are no pictures.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PdfError } from '@countersign/pdf/errors';
import { measureTextExtent } from '@countersign/pdf/text-extent';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { RenderedPage } from '../reports.ts';
import type { PdfInput, RenderArgs } from '../requests.ts';
import { encodePicture, type Pixels } from './encode-picture.ts';

/** A page of the most is 1,225 pixels square. The longest side is what WebP has at most, with room. */
const MAX_PICTURE = { pixels: 1_500_000, side: 4096 } as const;
/** Pixels for each point. Small pages are not shown larger. */
const MAX_SCALE = 3;
/** A page of A4 in 600 dots per inch has 35 million. */
const MAX_IMAGE_PIXELS = 40_000_000;

/**
 * Returns null if the picture could differ from the page in a browser: a font is neither in the file nor a standard one,
 * a character or an image is missing, or pdf.js has warned of something else.
 */
export async function renderPage({ input, page, width }: RenderArgs): Promise<RenderedPage | null> {
  const libraries = await loadLibraries();
  if (libraries === null) return null;
  const drawn = await drawPage(libraries, readBytes(input), page, width);
  if (drawn === null) return null;
  const { pixels, ...facts } = drawn;
  return { ...facts, picture: await encodePicture(libraries.sharp, pixels) };
}

type Libraries = NonNullable<Awaited<ReturnType<typeof importLibraries>>>;
let libraries: Promise<Libraries | null> | undefined;

function loadLibraries(): Promise<Libraries | null> {
  // Whatever prevents loading them, there is no picture: they are optional, and native code is missing on some machines.
  libraries ??= importLibraries().catch(() => null);
  return libraries;
}

/** They are found when they are needed, so that programs which draw no page can be bundled without them. */
async function importLibraries() {
  const installed = createRequire(import.meta.url);
  // The canvas comes first: pdf.js loads without it too, and warns.
  const { createCanvas }: typeof import('@napi-rs/canvas') = installed('@napi-rs/canvas');
  const { default: sharp } = await import('sharp');
  const script = pathToFileURL(installed.resolve('pdfjs-dist/legacy/build/pdf.mjs')).href;
  const pdfjs: typeof import('pdfjs-dist/legacy/build/pdf.mjs') = await import(script);
  collectWarnings();
  const folder = `${dirname(installed.resolve('pdfjs-dist/package.json'))}/`;
  return { ...pdfjs, createCanvas, sharp, folder };
}

const warningsOf = new AsyncLocalStorage<string[]>();

/** pdf.js reports what it leaves out to the console alone, for every document in the same way. */
function collectWarnings(): void {
  const { warn } = console;
  console.warn = (...message: readonly unknown[]) => {
    const warnings = warningsOf.getStore();
    if (warnings === undefined) warn(...message);
    else warnings.push(String(message[0]));
  };
}

/** Programs that fit outlines to pixels are not run anyway. A button without an action looks the same. */
const HARMLESS_WARNING = /^Warning: (?:TT: |Push buttons without action)/;

function readBytes(input: PdfInput): Uint8Array {
  // pdf.js takes no Buffer, and what it takes is its own.
  return new Uint8Array(typeof input === 'string' ? readFileSync(input) : input);
}

interface DrawnPage extends Omit<RenderedPage, 'picture'> {
  readonly pixels: Pixels;
}

/** Throws `page_out_of_range`. */
function drawPage(
  libraries: Libraries,
  data: Uint8Array,
  page: number,
  width: number,
): Promise<DrawnPage | null> {
  const warnings: string[] = [];
  return warningsOf.run(warnings, async () => {
    const task = openDocument(libraries, data);
    try {
      const pdf = await task.promise;
      requirePage(pdf, page);
      const drawn = await drawOpened(libraries, await pdf.getPage(page + 1), width);
      return warnings.every((warning) => HARMLESS_WARNING.test(warning)) ? drawn : null;
    } catch (error) {
      if (error instanceof PdfError) throw error;
      // Files of strangers: whatever pdf.js stumbles over, there is no picture that could be trusted.
      return null;
    } finally {
      await task.destroy();
    }
  });
}

function openDocument({ getDocument, VerbosityLevel, folder }: Libraries, data: Uint8Array) {
  return getDocument({
    data,
    cMapUrl: `${folder}cmaps/`,
    standardFontDataUrl: `${folder}standard_fonts/`,
    wasmUrl: `${folder}wasm/`,
    iccUrl: `${folder}iccs/`,
    enableXfa: false,
    // Those of this machine are not those of the reader.
    useSystemFonts: false,
    // Keeps names of fonts, and outlines.
    fontExtraProperties: true,
    maxImageSize: MAX_IMAGE_PIXELS,
    // It warns of everything that it leaves out. With `stopAtErrors` it ends in the middle of the page and says nothing.
    verbosity: VerbosityLevel.WARNINGS,
  });
}

function requirePage({ numPages }: PDFDocumentProxy, page: number): void {
  if (page >= 0 && page < numPages) return;
  throw new PdfError('page_out_of_range', `Page ${page} of ${numPages} does not exist`, {
    page,
    pages: numPages,
  });
}

async function drawOpened(
  { createCanvas, AnnotationMode, OPS }: Libraries,
  page: PDFPageProxy,
  width: number,
): Promise<DrawnPage | null> {
  const size = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: chooseScale(size, width) });
  const canvas = createCanvas(
    Math.max(Math.round(viewport.width), 1),
    Math.max(Math.round(viewport.height), 1),
  );
  const glyphs = new Set<Glyph>();
  await page.render({
    canvas: canvas as never,
    viewport,
    annotationMode: AnnotationMode.ENABLE,
    operationsFilter: (index, { fnArray, argsArray }) => {
      if (fnArray[index] !== OPS.showText) return true;
      for (const glyph of argsArray[index]?.[0] ?? []) if (isVisible(glyph)) glyphs.add(glyph);
      return true;
    },
  }).promise;
  if (hasMissingText(page, [...glyphs])) return null;
  const { items } = await page.getTextContent();
  const { width: columns, height: rows } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, columns, rows);
  return {
    width: size.width,
    height: size.height,
    text: measureTextExtent(items, size),
    pixels: { width: columns, height: rows, data },
  };
}

function chooseScale(size: { readonly width: number; readonly height: number }, width: number): number {
  return Math.min(
    width / size.width,
    MAX_SCALE,
    MAX_PICTURE.side / Math.max(size.width, size.height),
    Math.sqrt(MAX_PICTURE.pixels / (size.width * size.height)),
  );
}

/** A character as pdf.js shows it. */
interface Glyph {
  readonly isInFont: boolean;
  /** Its name in the font of pdf.js. */
  readonly fontChar: string;
  readonly unicode: string;
}

/** Numbers are distances. */
function isVisible(glyph: number | Glyph): glyph is Glyph {
  return typeof glyph !== 'number' && !/^[\s\p{C}]*$/u.test(glyph.unicode);
}

/** pdf.js draws these with fonts of its own, which have fewer characters than those of a reader's machine. */
const STANDARD_FONT = /^(?:Arial|Courier|Helvetica|Symbol|Times|ZapfDingbats)/;
/** An outline of this many numbers at most has no lines. */
const BLANK_OUTLINE = 1;

interface LoadedFont {
  readonly name: string;
  readonly loadedName: string;
  /** Its text is drawn with a font of the machine, or not at all. */
  readonly missingFile: boolean;
}

function hasMissingText({ commonObjs }: PDFPageProxy, glyphs: readonly Glyph[]): boolean {
  const shared = [...commonObjs] as unknown as readonly (readonly [id: string, data: unknown])[];
  const fonts = shared.flatMap(([, data]) => (isFont(data) ? [data] : []));
  const outlines = new Map(shared.map(([id, data]) => [id, Object(data).path as ArrayLike<number>]));
  const isBlank = ({ loadedName }: LoadedFont, { fontChar }: Glyph): boolean =>
    (outlines.get(`${loadedName}_path_${fontChar}`)?.length ?? Number.POSITIVE_INFINITY) <= BLANK_OUTLINE;
  const standard = fonts.filter(({ name }) => STANDARD_FONT.test(name));
  return (
    fonts.some(({ missingFile }) => missingFile) ||
    glyphs.some((glyph) => !glyph.isInFont || standard.some((font) => isBlank(font, glyph)))
  );
}

function isFont(data: unknown): data is LoadedFont {
  return Object(data).loadedName !== undefined;
}
