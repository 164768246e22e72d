import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

export const SCALE = 4;

/** Darkness of each pixel, 0 (paper) to 255, by rows. */
export type Picture = Uint8Array;

/** Draws the first page by poppler or mupdf; undefined if not installed. */
export async function drawPage(
  pdf: Uint8Array,
  program: 'pdftoppm' | 'mutool',
): Promise<Picture | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-picture-'));
  try {
    const path = join(folder, 'file.pdf');
    writeFileSync(path, pdf);
    const resolution = ['-r', String(72 * SCALE)];
    const rest =
      program === 'pdftoppm' ? ['-singlefile', '-png', path, '-'] : ['-q', '-F', 'png', '-o', '-', path, '1'];
    const options =
      program === 'pdftoppm' ? [...resolution, ...rest.slice(0, 3)] : ['draw', ...resolution, ...rest];
    const result = spawnSync(program, options, { timeout: 20_000, maxBuffer: 64 * 1024 * 1024 });
    return result.error === undefined ? await readPicture(result.stdout) : undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Reads a PNG and blurs it: renderers anti-alias letters differently. */
export async function readPicture(png: Uint8Array): Promise<Picture> {
  const image = sharp(png).flatten({ background: 'white' }).greyscale().negate().blur(2.5);
  return image.raw().toBuffer();
}

/** Returns the largest difference at a pixel, 0 to 255. Missing or moved marks differ by their full darkness. */
export function largestDifference(one: Picture, other: Picture): number {
  if (one.length !== other.length) throw new Error(`Pictures of ${one.length} and ${other.length} pixels`);
  if (!one.some((value) => value > 200)) throw new Error('The first picture is empty');
  return one.reduce((most, value, index) => Math.max(most, Math.abs(value - (other[index] ?? 0))), 0);
}
