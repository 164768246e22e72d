import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { runTool } from './tools.ts';

const RESOLUTION = 288;

export interface RenderedPage {
  readonly width: number;
  readonly height: number;
  /** From the top, three bytes a pixel. */
  readonly rgb: Uint8Array;
  /** 0 to 255. */
  pixel(x: number, y: number): readonly [number, number, number];
}

/** Its crop box, by Poppler at 288 dpi of user space (UserUnit ignored). */
export async function renderPage(pdf: Uint8Array, page: number): Promise<RenderedPage> {
  const folder = mkdtempSync(join(tmpdir(), 'seal-render-'));
  try {
    writeFileSync(join(folder, 'in.pdf'), pdf);
    const number = String(page + 1);
    const range = ['-cropbox', '-singlefile', '-f', number, '-l', number];
    // Compression would take longer than drawing.
    const options = ['-r', String(RESOLUTION), '-tiff', '-tiffcompression', 'none'];
    runTool('pdftoppm', [...range, ...options, join(folder, 'in.pdf'), join(folder, 'out')]);
    const image = sharp(readFileSync(join(folder, 'out.tif'))).removeAlpha();
    const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
    return {
      width: info.width,
      height: info.height,
      rgb: data,
      pixel: (x, y) => readPixel(data, (y * info.width + x) * 3),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Shares of width and height. */
export function findMark(
  page: RenderedPage,
  isMark: (red: number, green: number, blue: number) => boolean,
): { left: number; top: number; right: number; bottom: number } | undefined {
  let [left, top, right, bottom] = [page.width, page.height, -1, -1];
  const { rgb } = page;
  for (let y = 0, at = 0; y < page.height; y++)
    for (let x = 0; x < page.width; x++, at += 3) {
      if (!isMark(rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0)) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  if (right < 0) return undefined;
  const { width, height } = page;
  return { left: left / width, top: top / height, right: (right + 1) / width, bottom: (bottom + 1) / height };
}

function readPixel(data: Buffer, at: number): readonly [number, number, number] {
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}
