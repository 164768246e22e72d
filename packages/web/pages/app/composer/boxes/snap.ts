import type { Rect, Size } from './geometry.ts';

/** At `x` or `y` points. */
export interface SnapLine {
  readonly axis: 'x' | 'y';
  readonly at: number;
}

export interface Snapped {
  readonly x: number;
  readonly y: number;
  readonly lines: readonly SnapLine[];
}

/** Points to the edge of the page. */
const MARGIN = 36;

interface Match {
  readonly shift: number;
  readonly at: number;
}

/** To edges and centres of others, of the page and of its margins. */
export function snapRect(rect: Rect, others: readonly Rect[], page: Size, tolerance: number): Snapped {
  const x = closest(
    edges(rect.x, rect.width),
    [...pageLines(page.width), ...others.flatMap((one) => edges(one.x, one.width))],
    tolerance,
  );
  const y = closest(
    edges(rect.y, rect.height),
    [...pageLines(page.height), ...others.flatMap((one) => edges(one.y, one.height))],
    tolerance,
  );
  return {
    x: rect.x + (x?.shift ?? 0),
    y: rect.y + (y?.shift ?? 0),
    lines: [
      ...(x === undefined ? [] : [{ axis: 'x', at: x.at } as const]),
      ...(y === undefined ? [] : [{ axis: 'y', at: y.at } as const]),
    ],
  };
}

function edges(start: number, length: number): readonly number[] {
  return [start, start + length / 2, start + length];
}

function pageLines(length: number): readonly number[] {
  return [MARGIN, length / 2, length - MARGIN];
}

function closest(own: readonly number[], lines: readonly number[], tolerance: number): Match | undefined {
  const matches = own.flatMap((edge) => lines.map((at) => ({ shift: at - edge, at })));
  return matches
    .filter(({ shift }) => Math.abs(shift) <= tolerance)
    .toSorted((a, b) => Math.abs(a.shift) - Math.abs(b.shift))[0];
}

/** Full size, or that of another box. */
export function snapScale(scale: number, others: readonly number[], tolerance: number): number {
  const near = [1, ...others]
    .filter((other) => Math.abs(other - scale) <= tolerance)
    .toSorted((a, b) => Math.abs(a - scale) - Math.abs(b - scale));
  return near[0] ?? scale;
}
