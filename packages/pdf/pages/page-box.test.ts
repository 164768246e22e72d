import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { buildPdf } from '../testing/build-pdf.ts';
import { roundsOf } from '../testing/share.ts';
import {
  type Box,
  formatMatrix,
  makeGeometry,
  type PageGeometry,
  toDisplayedRect,
  toPageRect,
  uprightMatrix,
} from './page-box.ts';

/** Entries of the root of the page tree, of the node below it, and of the page. */
interface Levels {
  readonly root?: string;
  readonly node?: string;
  readonly page?: string;
}

type Shared = Readonly<Record<number, string>>;

function geometryOf({ root = '', node = '', page = '' }: Levels, shared: Shared = {}): PageGeometry {
  const bodies = {
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: `<< /Type /Pages /Count 1 /Kids [3 0 R] ${root} >>`,
    3: `<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [4 0 R] ${node} >>`,
    4: `<< /Type /Page /Parent 3 0 R ${page} >>`,
    ...shared,
  };
  return openPdf(buildPdf(bodies)).page(0).geometry;
}

const coordinate = fc.oneof(
  fc.integer({ min: -20_000, max: 20_000 }),
  fc.double({ min: -1000, max: 1000, noNaN: true }).map((value) => Math.round(value * 1e4) / 1e4),
);
/** Corners in any order, including boxes without area. */
const corners: fc.Arbitrary<readonly number[]> = fc.oneof(
  fc.tuple(coordinate, coordinate, coordinate, coordinate),
  fc.constant([0, 0, 0, 0]),
);
const degrees = fc.oneof(
  fc.integer({ min: -9, max: 9 }).map((quarters) => quarters * 90),
  fc.integer({ min: -1000, max: 1000 }),
);
const unit = fc.oneof(
  fc.constantFrom(1, 0, -2, 75_000, 0.1),
  fc.double({ min: 0.1, max: 75_000, noNaN: true }),
);

const PLAIN = (value: number) => value.toFixed(6);
/** Number formats, including `595.`, `+5` and `.5`. */
const spellings: readonly ((value: number) => string)[] = [
  PLAIN,
  (value) => (value < 0 ? PLAIN(value) : `+${PLAIN(value)}`),
  (value) => (Number.isInteger(value) ? `${value}.` : PLAIN(value)),
  (value) => PLAIN(value).replace(/^(-?)0\./, '$1.'),
];

/** The entries of a page as numbers. */
const stated = fc.record({ media: corners, crop: fc.option(corners), turn: degrees, unit });
type Stated = typeof stated extends fc.Arbitrary<infer T> ? T : never;

function boxEntries({ media, crop, turn }: Stated, spell: (value: number) => string = PLAIN): string {
  const list = (box: readonly number[]) => `[${box.map(spell).join(' ')}]`;
  const cropEntry = crop === null ? '' : `/CropBox ${list(crop)}`;
  return `/MediaBox ${list(media)} ${cropEntry} /Rotate ${turn}`;
}

function read(page: Stated): PageGeometry {
  return geometryOf({ page: `${boxEntries(page)} /UserUnit ${PLAIN(page.unit)}` });
}

/** A box as fractions of the page size. */
const shares = fc.record({ x: share(), y: share(), width: share(), height: share() });

function share() {
  return fc.double({ min: 0.01, max: 0.49, noNaN: true });
}

function boxOn(geometry: PageGeometry, part: Box): Box {
  const { displayedWidth: w, displayedHeight: h } = geometry;
  return { x: part.x * w, y: part.y * h, width: part.width * w, height: part.height * h };
}

/** To a millionth of a point, or of the page for units that exceed the precision of doubles. */
function expectClose(
  actual: Box,
  expected: Box,
  { displayedWidth, displayedHeight, userUnit }: PageGeometry,
): void {
  const scale = Math.max(1, userUnit, (displayedWidth + displayedHeight) / 1e6);
  for (const key of ['x', 'y', 'width', 'height'] as const) {
    expect(Math.abs(actual[key] - expected[key])).toBeLessThan(1e-6 * scale);
  }
}

describe('page geometry', () => {
  it('[D1-06] puts a signature in the lower right corner of A4 at the rectangle of the rule', () => {
    const a4 = makeGeometry([0, 0, 595, 842], [0, 0, 595, 842], 0, 1);
    expect(toPageRect(a4, { x: 376, y: 784, width: 219, height: 58 })).toEqual({
      x: 376,
      y: 0,
      width: 219,
      height: 58,
    });
  });

  it('is valid for any entries', () => {
    fc.assert(
      fc.property(stated, (page) => {
        const { mediaBox, cropBox, rotate, userUnit, displayedWidth, displayedHeight } = read(page);
        expect(cropBox[0] >= mediaBox[0] && cropBox[2] <= mediaBox[2]).toBe(true);
        expect(cropBox[1] >= mediaBox[1] && cropBox[3] <= mediaBox[3]).toBe(true);
        expect(displayedWidth > 0 && displayedHeight > 0).toBe(true);
        expect(rotate).toBe(page.turn % 90 === 0 ? ((page.turn % 360) + 360) % 360 : 0);
        expect(userUnit).toBeCloseTo(page.unit > 0 ? page.unit : 1, 5);
        const area = (cropBox[2] - cropBox[0]) * (cropBox[3] - cropBox[1]) * userUnit ** 2;
        expect((displayedWidth * displayedHeight) / area).toBeCloseTo(1, 9);
      }),
      { numRuns: roundsOf(300) },
    );
  });

  it('comes back from user space for everything a page states', () => {
    fc.assert(
      fc.property(stated, shares, (page, part) => {
        const geometry = read(page);
        const box = boxOn(geometry, part);
        const { x, y, width, height } = toPageRect(geometry, box);
        expectClose(toDisplayedRect(geometry, [x, y, x + width, y + height]), box, geometry);
        expectClose(toDisplayedRect(geometry, [x + width, y + height, x, y]), box, geometry);
      }),
      { numRuns: roundsOf(300) },
    );
  });

  it('keeps boxes on the page inside the crop box', () => {
    fc.assert(
      fc.property(stated, shares, (page, part) => {
        const geometry = read(page);
        const rect = toPageRect(geometry, boxOn(geometry, part));
        const [left, bottom, right, top] = geometry.cropBox;
        expect(rect.x >= left && rect.x + rect.width <= right).toBe(true);
        expect(rect.y >= bottom && rect.y + rect.height <= top).toBe(true);
      }),
    );
  });

  it('maps the corners of a drawing onto the corners of its box, upright and not mirrored', () => {
    fc.assert(
      fc.property(stated, shares, (page, part) => {
        const geometry = read(page);
        const box = boxOn(geometry, part);
        const [a, b, c, d, e, f] = uprightMatrix(geometry, box);
        const seen = (x: number, y: number) => {
          const [px, py] = [a * x + c * y + e, b * x + d * y + f];
          return toDisplayedRect(geometry, [px, py, px, py]);
        };
        const corner = (x: number, y: number) => ({ x: box.x + x, y: box.y + y, width: 0, height: 0 });
        expectClose(seen(0, 0), corner(0, box.height), geometry);
        expectClose(seen(box.width, 0), corner(box.width, box.height), geometry);
        expectClose(seen(0, box.height), corner(0, 0), geometry);
      }),
      { numRuns: roundsOf(300) },
    );
  });

  it.each([
    ['/Rotate -90', 270, 400, 300],
    ['/Rotate 450', 90, 400, 300],
    ['/Rotate 90.0', 90, 400, 300],
    ['/Rotate 45', 0, 300, 400],
    ['/Rotate (90)', 0, 300, 400],
    ['/Rotate 180 /UserUnit 2', 180, 600, 800],
    ['/UserUnit 75000', 0, 22_500_000, 30_000_000],
    ['/UserUnit 0', 0, 300, 400],
    ['/UserUnit -1', 0, 300, 400],
    ['/UserUnit (2)', 0, 300, 400],
    ['/UserUnit 0.00000000000000000001', 0, 300, 400],
    ['/CropBox [-50 -50 9000 200]', 0, 300, 200],
    ['/CropBox [250 350 50 50]', 0, 200, 300],
    ['/CropBox [1000 1000 1100 1100]', 0, 300, 400],
    ['/CropBox [300 0 400 400]', 0, 300, 400],
    ['/CropBox [50 50 50 50]', 0, 300, 400],
    ['/CropBox [50 50 100]', 0, 300, 400],
    ['/CropBox [50 50 /A 100]', 0, 300, 400],
    ['/CropBox null', 0, 300, 400],
    ['/MediaBox [300 0 0 100]', 0, 300, 100],
    ['/MediaBox [0 0 0 0]', 0, 612, 792],
    ['/MediaBox [0 0 99999999999999999999 100]', 0, 612, 792],
    ['/MediaBox [0 0 595. +842 7]', 0, 612, 792],
    ['/MediaBox (none)', 0, 612, 792],
  ])('[D1-20] [D1-21] [D1-22] reads %s', (page, rotate, width, height) => {
    const geometry = geometryOf({ node: '/MediaBox [0 0 300 400]', page });
    expect([geometry.rotate, geometry.displayedWidth, geometry.displayedHeight]).toEqual([
      rotate,
      width,
      height,
    ]);
  });
});

describe('the entries of a page', () => {
  it('mean the same at every level of the tree and in every number format', () => {
    fc.assert(
      fc.property(
        stated,
        fc.constantFrom('root', 'node', 'page'),
        fc.constantFrom(...spellings),
        (page, level, spell) => {
          expect(geometryOf({ [level]: boxEntries(page, spell) })).toEqual(read({ ...page, unit: 1 }));
        },
      ),
    );
  });

  it('mean the same by reference, as a whole and number by number', () => {
    fc.assert(
      fc.property(stated, ({ media, turn }) => {
        const plain = read({ media, crop: null, turn, unit: 1 });
        const list = media.map(PLAIN);
        const numbers = Object.fromEntries(list.map((text, index) => [10 + index, text]));
        const whole = { 10: `[${list.join(' ')}]`, 11: String(turn) };
        expect(geometryOf({ node: '/MediaBox 10 0 R /Rotate 11 0 R' }, whole)).toEqual(plain);
        const single = `/MediaBox [10 0 R 11 0 R 12 0 R 13 0 R] /Rotate ${turn}`;
        expect(geometryOf({ page: single }, numbers)).toEqual(plain);
      }),
    );
  });

  it('[D1-19] come from the nearest level that states them, each on its own', () => {
    const root = '/MediaBox [0 0 100 100] /CropBox [10 10 90 90] /Rotate 90 /UserUnit 3';
    const { mediaBox, cropBox, rotate, userUnit } = geometryOf({
      root,
      node: '/MediaBox [0 0 50 200]',
      page: '/Rotate 0',
    });
    expect({ mediaBox, cropBox, rotate }).toEqual({
      mediaBox: [0, 0, 50, 200],
      cropBox: [10, 10, 50, 90],
      rotate: 0,
    });
    // /UserUnit is not inherited.
    expect(userUnit).toBe(1);
  });
});

describe('formatMatrix', () => {
  it.each([
    [[1, 0, -0, 1, 376, 0], '1 0 0 1 376 0'],
    [[0, 1 / 75_000, -1 / 75_000, 0, 100, 0.25], '0 0.0000133333 -0.0000133333 0 100 0.25'],
    [[1e-7, 0, 0, -1e-12, 1e9, -20.5], '0.0000001 0 0 0 1000000000 -20.5'],
  ] as const)('spells %j without exponents', (matrix, text) => {
    expect(formatMatrix(matrix)).toBe(text);
  });
});
