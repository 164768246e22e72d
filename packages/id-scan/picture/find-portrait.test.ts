import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { findPortrait } from './find-portrait.ts';

const BOX = { x: 10, y: 10, width: 27, height: 36 };
/** Pixels of a millimetre. */
const SCALE = 10;

/** A face at `x`, of the size of the box. */
const face = (x: number, turn = 0) =>
  `<g transform="rotate(${turn} ${x + 13.5} 28) translate(${x} 10)"><rect width="27" height="36" fill="#d9dde2"/>
  <ellipse cx="13.5" cy="37" rx="12" ry="9" fill="#3a4a63"/><ellipse cx="13.5" cy="14" rx="8" ry="10" fill="#6b4a2a"/>
  <ellipse cx="13.5" cy="17" rx="7" ry="10" fill="#c99a72"/></g>`;
const lines = Array.from(
  { length: 12 },
  (_, row) => `<text x="6" y="${6 + row * 4}" font-size="3">DATE OF BIRTH AND NAME ${row}</text>`,
);

async function find(svg: string) {
  const [width, height] = [70 * SCALE, 56 * SCALE];
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 70 56"><rect width="70" height="56" fill="#e8efe6"/>${svg}</svg>`;
  const data = await sharp(Buffer.from(picture)).removeAlpha().raw().toBuffer();
  return findPortrait({ width, height, data }, [BOX], (x, y) => ({ x: x * SCALE, y: y * SCALE }));
}

describe('a portrait', () => {
  it.each([7, 10, 13])('is found where it is, %i mm from the edge', async (x) => {
    expect(Math.abs(((await find(face(x)))?.box.x ?? 0) - x)).toBeLessThanOrEqual(1);
  });

  it('is more like one when it is upright', async () => {
    const [upright, upsideDown] = [await find(face(10)), await find(face(10, 180))];
    expect(upright?.score).toBeGreaterThan(upsideDown?.score ?? 0);
  });

  it.each([
    ['plain paper', ''],
    ['text', lines.join('')],
    ['half a face at the edge of the place', face(30)],
    ['the edge of a card on a table', '<rect x="24" width="46" height="56" fill="#23405c"/>'],
    ['its upper edge', '<rect width="70" height="26" fill="#23405c"/>'],
  ])('is not %s', async (_, svg) => {
    expect(await find(svg)).toBeNull();
  });
});
