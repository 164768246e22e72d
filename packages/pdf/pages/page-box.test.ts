import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';
import {
  type Box,
  makeGeometry,
  type PageGeometry,
  toDisplayedRect,
  toPageRect,
  uprightMatrix,
} from './page-box.ts';

function geometryOf(entries: string): PageGeometry {
  return openPdf(buildPdf(pageBodies(1, entries))).page(0).geometry;
}

const geometries = fc
  .record({
    left: fc.integer({ min: -500, max: 500 }),
    bottom: fc.integer({ min: -500, max: 500 }),
    width: fc.integer({ min: 50, max: 2000 }),
    height: fc.integer({ min: 50, max: 2000 }),
    rotate: fc.constantFrom(0, 90, 180, 270) as fc.Arbitrary<PageGeometry['rotate']>,
    userUnit: fc.constantFrom(0.5, 1, 2, 10),
  })
  .map(({ left, bottom, width, height, rotate, userUnit }) => {
    const box = [left, bottom, left + width, bottom + height] as const;
    return makeGeometry(box, box, rotate, userUnit);
  });

/** A box on the page by shares of its size. */
const shares = fc.record({ x: share(), y: share(), width: share(), height: share() });

function share() {
  return fc.double({ min: 0.01, max: 0.49, noNaN: true });
}

function boxOn(geometry: PageGeometry, part: Box): Box {
  const { displayedWidth: w, displayedHeight: h } = geometry;
  return { x: part.x * w, y: part.y * h, width: part.width * w, height: part.height * h };
}

function expectClose(actual: Box, expected: Box): void {
  for (const key of ['x', 'y', 'width', 'height'] as const) expect(actual[key]).toBeCloseTo(expected[key], 5);
}

describe('page geometry', () => {
  it('puts the signature of the example where decisions.md says', () => {
    const a4 = makeGeometry([0, 0, 595, 842], [0, 0, 595, 842], 0, 1);
    expect(toPageRect(a4, { x: 376, y: 784, width: 219, height: 58 })).toEqual({
      x: 376,
      y: 0,
      width: 219,
      height: 58,
    });
  });

  it('comes back from user space for every rotation, origin and unit', () => {
    fc.assert(
      fc.property(geometries, shares, (geometry, part) => {
        const box = boxOn(geometry, part);
        const rect = toPageRect(geometry, box);
        expectClose(
          toDisplayedRect(geometry, [rect.x, rect.y, rect.x + rect.width, rect.y + rect.height]),
          box,
        );
        expectClose(
          toDisplayedRect(geometry, [rect.x + rect.width, rect.y + rect.height, rect.x, rect.y]),
          box,
        );
      }),
    );
  });

  it('keeps boxes on the page inside the crop box', () => {
    fc.assert(
      fc.property(geometries, shares, (geometry, part) => {
        const rect = toPageRect(geometry, boxOn(geometry, part));
        const [left, bottom, right, top] = geometry.cropBox;
        expect(rect.x).toBeGreaterThanOrEqual(left);
        expect(rect.y).toBeGreaterThanOrEqual(bottom);
        expect(rect.x + rect.width).toBeLessThanOrEqual(right);
        expect(rect.y + rect.height).toBeLessThanOrEqual(top);
      }),
    );
  });

  it('maps a drawing onto its box, upright', () => {
    fc.assert(
      fc.property(geometries, shares, (geometry, part) => {
        const box = boxOn(geometry, part);
        const [a, b, c, d, e, f] = uprightMatrix(geometry, box);
        const corner = [a * box.width + c * box.height + e, b * box.width + d * box.height + f] as const;
        expectClose(toDisplayedRect(geometry, [e, f, corner[0], corner[1]]), box);
        // The drawing's own up is the reader's up: a step up lies above on the screen.
        const start = toDisplayedRect(geometry, [e, f, e, f]);
        expect(toDisplayedRect(geometry, [e + c, f + d, e + c, f + d]).y).toBeLessThan(start.y);
      }),
    );
  });

  it.each([
    ['/Rotate -90', 270, 400, 300],
    ['/Rotate 450', 90, 400, 300],
    ['/Rotate 45', 0, 300, 400],
    ['/Rotate 180 /UserUnit 2', 180, 600, 800],
    ['/CropBox [-50 -50 9000 200]', 0, 300, 200],
    ['/CropBox [250 350 50 50]', 0, 200, 300],
    ['/CropBox [1000 1000 1100 1100]', 0, 300, 400],
    ['/MediaBox [300 0 0 100]', 0, 300, 100],
    ['/MediaBox [0 0 0 0]', 0, 612, 792],
  ])('reads %s', (entries, rotate, width, height) => {
    const geometry = geometryOf(entries);
    expect([geometry.rotate, geometry.displayedWidth, geometry.displayedHeight]).toEqual([
      rotate,
      width,
      height,
    ]);
  });

  it('inherits boxes from the tree', () => {
    expect(geometryOf('').mediaBox).toEqual([0, 0, 300, 400]);
  });
});
