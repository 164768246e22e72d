import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

export const hasPoppler = spawnSync('pdftoppm', ['-v']).error === undefined;

export async function inkOnPage(page: Page): Promise<InkBounds> {
  await page.evaluate(() => document.fonts.ready);
  return findInk(await page.locator('#own-signature-box').screenshot());
}

/** Finds the ink in the box of the sealed file's first page; points, origin top-left. */
export async function inkInFile(pdf: Uint8Array, box: Box): Promise<InkBounds> {
  const folder = mkdtempSync(join(tmpdir(), 'ink-bounds-'));
  try {
    writeFileSync(join(folder, 'in.pdf'), pdf);
    const [x, y, width, height] = [box.x, box.y, box.width, box.height].map((points) =>
      String(Math.round(points * SCALE)),
    ) as [string, string, string, string];
    const area = ['-x', x, '-y', y, '-W', width, '-H', height, '-r', String(72 * SCALE)];
    spawnSync('pdftoppm', ['-singlefile', '-png', ...area, join(folder, 'in.pdf'), join(folder, 'out')]);
    return await findInk(readFileSync(join(folder, 'out.png')));
  } finally {
    rmSync(folder, { recursive: true });
  }
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
