import { drawByMupdf, hasPrograms, runProgram } from '@countersign/pdf/testing';
import sharp, { type Sharp } from 'sharp';

export const SCALE = 4;

/** Darkness of each pixel, 0 (paper) to 255, by rows. */
export type Picture = Uint8Array;

/** Draws the first page by Poppler; undefined if it is not installed. */
export async function drawByPoppler(pdf: Uint8Array): Promise<Picture | undefined> {
  if (!hasPrograms('pdftoppm')) return undefined;
  const options = ['-r', String(72 * SCALE), '-singlefile', '-png', '-'];
  return readPicture(sharp(runProgram('pdftoppm', options, { input: pdf, timeout: 20_000 }).bytes));
}

/** Draws the first page by MuPDF. */
export async function drawFirstPage(pdf: Uint8Array): Promise<Picture> {
  const { width, height, rgb } = drawByMupdf(pdf, 0, SCALE);
  return readPicture(sharp(rgb, { raw: { width, height, channels: 3 } }));
}

/** Blurs it: renderers anti-alias letters differently. */
export async function readPicture(picture: Sharp): Promise<Picture> {
  const image = picture.flatten({ background: 'white' }).greyscale().negate().blur(2.5);
  return image.raw().toBuffer();
}

/** Returns the largest difference at a pixel, 0 to 255. Missing or moved marks differ by their full darkness. */
export function largestDifference(one: Picture, other: Picture): number {
  if (one.length !== other.length) throw new Error(`Pictures of ${one.length} and ${other.length} pixels`);
  if (!one.some((value) => value > 200)) throw new Error('The first picture is empty');
  return one.reduce((most, value, index) => Math.max(most, Math.abs(value - (other[index] ?? 0))), 0);
}
