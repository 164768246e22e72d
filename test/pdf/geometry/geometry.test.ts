import { beforeAll, describe, expect, it } from 'vitest';
import { deviation, type MarkedFile, markPages, sightMarks } from './measure-marks.ts';
import { PAGE_CASES } from './page-cases.ts';
import { RENDERERS } from './renderers.ts';

/** Points: maximum deviation of a drawn position [D1-01]. */
const TOLERANCE = 0.5;

const renderers = await Promise.all(
  RENDERERS.map(async (renderer) => ({ renderer, name: renderer.name, there: await renderer.isInstalled() })),
);

describe('content, form fields and signature boxes on every kind of page', () => {
  let file: MarkedFile;

  beforeAll(async () => {
    file = await markPages(PAGE_CASES);
  });

  it('are at least forty kinds, each seen our way by one renderer or more', () => {
    expect(PAGE_CASES.length).toBeGreaterThan(40);
    for (const { otherwise } of PAGE_CASES) {
      expect(Object.keys(otherwise ?? {}).length).toBeLessThan(RENDERERS.length);
    }
  });

  for (const { renderer, name, there } of renderers) {
    it.skipIf(!there)(
      `lie within half a point of their places as ${name} shows them`,
      {
        timeout: 240_000,
      },
      async () => {
        const sightings = await sightMarks(file, renderer);
        const wrong = file.pages.flatMap((page, index) => {
          const off = deviation(page, sightings[index]);
          const isExcused = page.page.otherwise?.[name] !== undefined;
          return off <= TOLERANCE || isExcused ? [] : [`${page.page.entries}: off by ${off}`];
        });
        expect(wrong).toEqual([]);
      },
    );
  }
});
