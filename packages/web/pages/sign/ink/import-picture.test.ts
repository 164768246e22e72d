import { describe, expect, it } from 'vitest';
import { removePaper } from './import-picture.ts';

/** Grey levels, or [red, green, blue, alpha]. */
function pixelsOf(...levels: readonly (number | readonly number[])[]) {
  const data = Uint8ClampedArray.from(
    levels.flatMap((level) => (typeof level === 'number' ? [level, level, level, 255] : [...level])),
  );
  return { data, width: levels.length, height: 1 };
}

const alphas = ({ data }: { readonly data: Uint8ClampedArray }) =>
  Array.from(data).filter((_, index) => index % 4 === 3);

describe('a picture of a signature', () => {
  it('loses its paper, however grey, and keeps its ink', () => {
    for (const paper of [255, 200, 150]) {
      const pixels = pixelsOf(paper, paper - 10, paper + 3, 20, paper, [10, 20, 90, 255], paper);
      removePaper(pixels);
      expect(alphas(pixels)).toEqual([0, 0, 0, 255, 0, 255, 0]);
    }
  });

  it('has soft edges', () => {
    const pixels = pixelsOf(240, 240, 240, 240, 198, 20);
    removePaper(pixels);
    expect(alphas(pixels)[4]).toBeGreaterThan(50);
    expect(alphas(pixels)[4]).toBeLessThan(200);
  });

  it('is kept as it is if it is transparent already', () => {
    const pixels = pixelsOf([0, 0, 0, 0], [200, 200, 200, 255], [255, 255, 255, 128]);
    removePaper(pixels);
    expect(alphas(pixels)).toEqual([0, 255, 128]);
  });

  it('has no ink on plain paper', () => {
    const pixels = pixelsOf(250, 250, 245, 250);
    removePaper(pixels);
    expect(alphas(pixels)).toEqual([0, 0, 0, 0]);
  });
});
