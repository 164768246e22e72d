import sharp from 'sharp';
import { expect, it } from 'vitest';
import { openPicture } from './open-picture.ts';

/** One of 8000 scans kept the only process that scans busy until its end, and everybody else waiting. */
it('refuses a JPEG of more scans than cameras write, before it is decoded', async () => {
  const grey = sharp({ create: { width: 600, height: 600, channels: 3, background: '#bbb' } });
  const jpeg = await grey.jpeg({ progressive: true, optimizeScans: true }).toBuffer();
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from('ffda', 'hex')), -2);
  const open = (scans: number) =>
    openPicture(Buffer.concat([jpeg.subarray(0, -2), ...Array<Buffer>(scans).fill(scan), jpeg.subarray(-2)]));
  expect(await open(5)).toMatchObject({ width: 600 });
  await expect(open(100)).rejects.toMatchObject({ problem: 'not_a_picture' });
});
