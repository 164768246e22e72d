import { describe, expect, it } from 'vitest';
import { canvasPixels, fieldTextSize, fitScale, needsFieldSheet, placeOnPage } from './page-scale.ts';

const A4 = { width: 595.28, height: 841.89 };

describe('the scale of a page', () => {
  it('fills a phone and does not grow without end on a desk', () => {
    expect(fitScale(A4.width, 360) * A4.width).toBeCloseTo(360);
    expect(fitScale(A4.width, 5000)).toBe(1.4);
  });

  it('is 1 while nothing is laid out', () => {
    expect(fitScale(A4.width, 0)).toBe(1);
  });

  it('decides where fields are filled', () => {
    expect(needsFieldSheet(1.4, false)).toBe(false);
    expect(needsFieldSheet(1.4, true)).toBe(true);
    expect(needsFieldSheet(0.6, false)).toBe(true);
  });
});

describe('the place of a box', () => {
  it('is its displayed points times the scale, from the top-left corner', () => {
    const box = { page: 0, x: 74.7, y: 100.25, width: 219, height: 58 };
    expect(placeOnPage(box, 1.4)).toEqual({
      left: '104.58px',
      top: '140.35px',
      width: '306.6px',
      height: '81.2px',
    });
  });
});

describe('the canvas of a page', () => {
  it('is as fine as the screen, up to a limit', () => {
    expect(canvasPixels({ width: 100, height: 200 }, 2)).toEqual({ width: 200, height: 400, ratio: 2 });
    expect(canvasPixels({ width: 100, height: 200 }, 4).ratio).toBe(2.5);
    expect(canvasPixels({ width: 100, height: 200 }, 0.5).ratio).toBe(1);
  });

  it('never exceeds what a phone can hold', () => {
    const pixels = canvasPixels({ width: 6000, height: 6000 }, 3);
    expect(pixels.width * pixels.height).toBeLessThanOrEqual(16_777_216);
  });
});

describe('the text in a field', () => {
  it('follows the height of the box within what forms use', () => {
    expect(fieldTextSize(16, false, 1)).toBeCloseTo(9.92);
    expect(fieldTextSize(80, false, 1)).toBe(14);
    expect(fieldTextSize(80, true, 2)).toBe(22);
  });
});
