import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encodePng } from '../testing/encode-png.ts';
import { isReadablePng } from './ink-image.ts';

describe('isReadablePng', () => {
  it('takes a whole PNG', async () => expect(await isReadablePng(encodePng(300, 120))).toBe(true));

  it('refuses a blank one, and takes one with a single pixel', async () => {
    const rows = Buffer.alloc(12 * (1 + 30 * 4), 0);
    for (let row = 0; row < 12; row++) rows[row * 121] = row % 5;
    expect(await isReadablePng(encodePng(30, 12, deflateSync(rows)))).toBe(false);
    rows[8 * 121 + 40] = 255;
    expect(await isReadablePng(encodePng(30, 12, deflateSync(rows)))).toBe(true);
  });

  it('refuses one with a flipped bit, without an end, or of a size no ink has', async () => {
    const flipped = encodePng(30, 12);
    flipped[45] = (flipped[45] ?? 0) ^ 1;
    expect(await isReadablePng(flipped)).toBe(false);
    expect(await isReadablePng(encodePng(30, 12).subarray(0, -12))).toBe(false);
    expect(await isReadablePng(encodePng(100_000, 100_000, new Uint8Array(9)))).toBe(false);
    expect(await isReadablePng(new Uint8Array())).toBe(false);
  });
});
