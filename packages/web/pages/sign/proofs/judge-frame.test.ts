import { describe, expect, it } from 'vitest';
import { type FrameHint, greyOf, judgeFrame } from './camera.tsx';

const SIDE = 120;

/** Stripes of text, as a picture of paper. */
function frame(change: (shade: number, x: number, y: number) => number): Uint8Array {
  return Uint8Array.from({ length: SIDE * SIDE }, (_, at) => {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
    const isInk = y % 8 < 4 && x % 6 < 3;
    return Math.round(change(isInk ? 40 : 210, x, y));
  });
}

describe('a frame of the camera', () => {
  it.each<[FrameHint, Uint8Array]>([
    ['good', frame((shade) => shade)],
    ['dark', frame((shade) => shade / 6)],
    ['glare', frame((shade, x) => (x > SIDE / 2 ? 255 : shade))],
    ['blur', frame((_, x) => 120 + 60 * Math.sin(x / 20))],
    ['far', frame((shade, x, y) => (x < 20 && y < 50 ? shade : 180))],
  ])('%s', (hint, shades) => expect(judgeFrame(shades, SIDE)).toBe(hint));

  it('is judged by its shades', () =>
    expect([...greyOf(Uint8ClampedArray.from([255, 255, 255, 255, 0, 0, 0, 255]))]).toEqual([255, 0]));
});
