import sharp from 'sharp';
import { expect, it } from 'vitest';
import { preparePhoto, reencodeImage } from './images.ts';
import { prepareInk } from './ink.ts';
import { hasTooManyScans } from './jpeg-scans.ts';

const MANY_SCANS = Buffer.alloc(1000, Buffer.from('ffda', 'hex'));

const picture = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: '#7a1f5c' } }).toColourspace('b-w');

async function withScans(times: number): Promise<Buffer> {
  const jpeg = await picture().jpeg({ progressive: true, optimizeScans: true }).toBuffer();
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from('ffda', 'hex')), -2);
  return Buffer.concat([jpeg.subarray(0, -2), ...Array<Buffer>(times).fill(scan), jpeg.subarray(-2)]);
}

/** 550 kB of scans of a few bytes, each a pass over 40 million pixels, kept a thread busy for a minute. */
it('refuses ink, photos and attachments of more scans than encoders write, before they are decoded', async () => {
  const jpeg = await withScans(100);
  const refusal = { code: 'image_not_readable', params: { reason: 'damaged' } };
  await expect(prepareInk(jpeg, 100, 100)).rejects.toMatchObject(refusal);
  await expect(preparePhoto(jpeg, 100, 100)).rejects.toMatchObject(refusal);
  await expect(reencodeImage(jpeg)).rejects.toMatchObject(refusal);
  expect(await reencodeImage(await withScans(5))).toMatchObject({ mimeType: 'image/jpeg' });
});

it('counts markers between restarts, fill bytes and unknown ones, and in a file that is cut off', async () => {
  const jpeg = await withScans(100);
  const end = jpeg.length - 2;
  for (const odd of ['ffd0', 'ffff', 'ff02', '1234'].map((hex) => Buffer.from(hex, 'hex')))
    expect(hasTooManyScans(Buffer.concat([jpeg.subarray(0, 2), odd, jpeg.subarray(2)]))).toBe(true);
  expect(hasTooManyScans(jpeg.subarray(0, end))).toBe(true);
  expect(hasTooManyScans(Buffer.concat([jpeg.subarray(0, 2), Buffer.from('ffe1', 'hex')]))).toBe(false);
});

it('counts no scans of thumbnails, of what follows the picture, or of other formats', async () => {
  const jpeg = await picture().jpeg().toBuffer();
  const segment = Buffer.concat([Buffer.from('ffe107d2', 'hex'), MANY_SCANS, MANY_SCANS]);
  expect(hasTooManyScans(Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]))).toBe(false);
  expect(hasTooManyScans(Buffer.concat([jpeg, MANY_SCANS]))).toBe(false);
  expect(hasTooManyScans(Buffer.concat([await picture().png().toBuffer(), MANY_SCANS]))).toBe(false);
});
