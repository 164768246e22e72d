import sharp from 'sharp';
import { expect, it } from 'vitest';
import { encodeLogo } from './logo.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7a1f5c' } });

it('draws a JPEG anew as a small PNG, upright and without metadata', async () => {
  const jpeg = await picture(900, 2000)
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const logo = await encodeLogo(jpeg);
  const { format, width = 0, height = 0, exif, orientation } = await sharp(logo ?? undefined).metadata();
  expect({ format, exif, orientation }).toEqual({ format: 'png', exif: undefined, orientation: undefined });
  expect([width, height]).toEqual([400, 180]);
});

it('drops what follows the picture, and enlarges nothing', async () => {
  const png = await picture(40, 20).png().toBuffer();
  const logo = await encodeLogo(Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]));
  expect(Buffer.from(logo ?? []).includes('script')).toBe(false);
  expect(await sharp(logo ?? undefined).metadata()).toMatchObject({ width: 40, height: 20 });
});

/** Scans of a megabyte, with 16 million pixels, took a thread half a minute. */
it('refuses a JPEG of more scans than encoders write', async () => {
  const grey = picture(64, 64).toColourspace('b-w');
  const jpeg = await grey.jpeg({ progressive: true, optimizeScans: true }).toBuffer();
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from('ffda', 'hex')), -2);
  const repeat = (times: number) =>
    encodeLogo(Buffer.concat([jpeg.subarray(0, -2), ...Array<Buffer>(times).fill(scan), jpeg.subarray(-2)]));
  expect(await repeat(5)).not.toBeNull();
  expect(await repeat(100)).toBeNull();
});

it.each([
  ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['a GIF', () => picture(9, 9).gif().toBuffer()],
  ['a PNG that ends early', async () => (await picture(300, 300).png().toBuffer()).subarray(0, 120)],
  ['a picture of too many pixels', () => picture(3000, 2000).png().toBuffer()],
  ['no picture', async () => Buffer.from('%PDF-1.7')],
])('refuses %s', async (_what, build) => {
  expect(await encodeLogo(await build())).toBeNull();
});
