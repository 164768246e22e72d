/** ISO 32000-1 8.3.3. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** left, bottom, right, top in any corner order. */
export type Corners = readonly number[];

/** Into its annotation's rectangle (ISO 32000-1 12.5.5, algorithm 8.1); undefined if the box has no area. */
export function placeAppearance(bbox: Corners, matrix: Corners, rect: Corners): Matrix | undefined {
  const from = boundsOf(transformCorners(bbox, matrix));
  const to = boundsOf(cornersOf(rect));
  const width = from.right - from.left;
  const height = from.top - from.bottom;
  if (!(width > 0) || !(height > 0)) return undefined;
  const scaleX = (to.right - to.left) / width;
  const scaleY = (to.top - to.bottom) / height;
  return [scaleX, 0, 0, scaleY, to.left - from.left * scaleX, to.bottom - from.bottom * scaleY];
}

/** Counterclockwise by a multiple of 90 degrees, around a point. */
export function turnAround([a, b, c, d, e, f]: Matrix, [x, y]: Point, degrees: number): Matrix {
  const quarters = (((degrees / 90) % 4) + 4) % 4;
  const cos = [1, 0, -1, 0][quarters] ?? 1;
  const sin = [0, 1, 0, -1][quarters] ?? 0;
  const turn = (u: number, v: number) => [cos * u - sin * v, sin * u + cos * v] as const;
  const [a2, b2] = turn(a, b);
  const [c2, d2] = turn(c, d);
  const [e2, f2] = turn(e - x, f - y);
  return [a2, b2, c2, d2, e2 + x, f2 + y];
}

type Point = readonly [number, number];

function cornersOf([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: Corners): Point[] {
  return [
    [x1, y1],
    [x2, y1],
    [x2, y2],
    [x1, y2],
  ];
}

function transformCorners(box: Corners, [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Corners): Point[] {
  return cornersOf(box).map(([x, y]) => [a * x + c * y + e, b * x + d * y + f]);
}

function boundsOf(points: readonly Point[]) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) };
}
