import { describe, expect, it } from 'vitest';
import { comparePictures } from './picture-comparison.ts';
import type { Picture } from './readers/reader.ts';

const [WIDTH, HEIGHT] = [100, 50];

function draw(left = 0, top = 0, width = 0, height = 0, step = 255): Picture {
  const rgb = new Uint8Array(WIDTH * HEIGHT * 3).fill(255);
  for (let row = top; row < top + height; row++) {
    const start = (row * WIDTH + left) * 3;
    rgb.fill(255 - step, start, start + width * 3);
  }
  return { width: WIDTH, height: HEIGHT, rgb };
}

const BLANK = draw();
const AREA = { left: 0.2, top: 0.2, right: 0.4, bottom: 0.4 };

describe('comparing pictures', () => {
  it('finds a single pixel outside the changed areas', () => {
    expect(comparePictures(draw(60, 30, 1, 1), BLANK, [AREA], []).off).toBe(1 / (WIDTH * HEIGHT));
    expect(comparePictures(BLANK, BLANK, [], []).off).toBe(0);
  });

  it('passes over a changed area and the pixels at its edge', () => {
    expect(comparePictures(draw(20, 10, 20, 10), BLANK, [AREA], []).off).toBe(0);
    expect(comparePictures(draw(18, 8, 24, 14), BLANK, [AREA], []).off).toBe(0);
    expect(comparePictures(draw(17, 10, 20, 10), BLANK, [AREA], []).off).toBe(10 / (WIDTH * HEIGHT));
  });

  it('passes over what rounding does to a colour', () => {
    expect(comparePictures(draw(60, 30, 9, 9, 16), BLANK, [], []).off).toBe(0);
    expect(comparePictures(draw(60, 30, 9, 9, 17), BLANK, [], []).off).toBeGreaterThan(0);
  });

  it('measures how much of a marked area differs, however pale', () => {
    expect(comparePictures(draw(20, 10, 10, 10, 8), BLANK, [AREA], [AREA]).marked).toEqual([0.5]);
    expect(comparePictures(BLANK, BLANK, [AREA], [AREA]).marked).toEqual([0]);
  });

  it('finds everything wrong with a picture of another size', () => {
    const other = { width: HEIGHT, height: WIDTH, rgb: BLANK.rgb };
    expect(comparePictures(other, BLANK, [], [AREA])).toEqual({ off: 1, marked: [0] });
  });
});
