import { drawByMupdf } from '@countersign/pdf/testing';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

/** Bounds of ink in its box, as shares of the box; origin top-left. */
export interface InkBounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const SCALE = 4;

export async function inkOnPage(page: Page): Promise<InkBounds> {
  await page.evaluate(() => document.fonts.ready);
  return findInk(await page.locator('.sign-box').screenshot());
}

/** Finds the ink in the box of the sealed file's first page; points, origin top-left. */
export async function inkInFile(pdf: Uint8Array, box: Box): Promise<InkBounds> {
  const { width, height, rgb } = drawByMupdf(pdf, 0, SCALE);
  const [left, top, boxWidth, boxHeight] = [box.x, box.y, box.width, box.height].map((points) =>
    Math.round(points * SCALE),
  ) as [number, number, number, number];
  const page = sharp(rgb, { raw: { width, height, channels: 3 } });
  return findInk(await page.extract({ left, top, width: boxWidth, height: boxHeight }).png().toBuffer());
}

async function findInk(png: Uint8Array): Promise<InkBounds> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const inked = Array.from({ length: info.width * info.height }, (_, pixel) => pixel).filter((pixel) =>
    isInk(data[pixel * 3] ?? 0, data[pixel * 3 + 1] ?? 0, data[pixel * 3 + 2] ?? 0),
  );
  const columns = inked.map((pixel) => pixel % info.width).sort((a, b) => a - b);
  const rows = inked.map((pixel) => Math.floor(pixel / info.width)).sort((a, b) => a - b);
  return {
    left: (columns[0] ?? 0) / info.width,
    top: (rows[0] ?? 0) / info.height,
    right: (columns.at(-1) ?? 0) / info.width,
    bottom: (rows.at(-1) ?? 0) / info.height,
  };
}

/** Ink is dark blue, the frame green and the text grey. */
function isInk(red: number, green: number, blue: number): boolean {
  return blue - red > 45 && green < 130;
}
