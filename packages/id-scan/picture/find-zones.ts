import { ZONE_LAYOUTS } from '../mrz/layouts.ts';
import { type Curve, valueAt } from './find-card.ts';
import type { TextLine } from './find-lines.ts';

export interface Zone {
  readonly lines: readonly ZoneLine[];
  readonly lineLength: number;
}

interface ZoneLine {
  readonly line: TextLine;
  readonly start: number;
}

/** The distance is in heights of a character. */
const MIN_DISTANCE = 1.25;
const MAX_DISTANCE = 4;
const MAX_PITCH_RATIO = 1.2;
/** So many characters at the ends may be missing, or be marks beside them. */
const MAX_MISSING = 9;
const MAX_BESIDE = 3;

/** Lists zones: two or three lines of equal pitch and a possible length, one below the other. */
export function listZones(lines: readonly TextLine[]): readonly Zone[] {
  const sorted = [...lines].sort((a, b) => middleOf(a).y - middleOf(b).y);
  const groups = sorted.flatMap((first) => {
    const second = nextBelow(sorted, first);
    if (second === undefined) return [];
    const third = nextBelow(sorted, second);
    return third === undefined
      ? [[first, second]]
      : [
          [first, second, third],
          [first, second],
        ];
  });
  return groups.flatMap(zonesOf);
}

function nextBelow(lines: readonly TextLine[], upper: TextLine): TextLine | undefined {
  return lines.find((lower) => isBelow(upper, lower));
}

function isBelow(upper: TextLine, lower: TextLine): boolean {
  const place = middleOf(upper);
  const index = indexAt(lower.x, place.x);
  const distance = (valueAt(lower.y, index) - place.y) / valueAt(upper.height, middleIndex(upper));
  const ratio = lower.x.b / upper.x.b;
  const pitchRatio = Math.max(ratio, 1 / ratio);
  return (
    distance > MIN_DISTANCE &&
    distance < MAX_DISTANCE &&
    pitchRatio < MAX_PITCH_RATIO &&
    overlaps(upper, lower)
  );
}

function overlaps(a: TextLine, b: TextLine): boolean {
  const left = Math.max(valueAt(a.x, a.first), valueAt(b.x, b.first));
  const right = Math.min(valueAt(a.x, a.last), valueAt(b.x, b.last));
  const shorter = Math.min(widthOf(a), widthOf(b));
  return right - left > 0.5 * shorter;
}

function widthOf({ x, first, last }: TextLine): number {
  return valueAt(x, last) - valueAt(x, first);
}

function middleIndex({ first, last }: TextLine): number {
  return (first + last) / 2;
}

function middleOf(line: TextLine) {
  const index = middleIndex(line);
  return { x: valueAt(line.x, index), y: valueAt(line.y, index) };
}

/** Solves by Newton's method. */
function indexAt(curve: Curve, x: number): number {
  let index = (x - curve.a) / curve.b;
  for (let round = 0; round < 4; round++)
    index -= (valueAt(curve, index) - x) / (curve.b + 2 * curve.c * index);
  return index;
}

/** All lines of a zone begin at one edge. */
function zonesOf(lines: readonly TextLine[]): readonly Zone[] {
  const left = leftEdge(lines);
  const starts = lines.map((line) => Math.round(indexAt(line.x, left(line))));
  const ends = lines.map((line) => line.last);
  const length = Math.max(...ends.map((end, index) => end - (starts[index] ?? 0) + 1));
  const lengths = new Set(
    ZONE_LAYOUTS.filter(({ lines: count }) => count === lines.length).map(({ lineLength }) => lineLength),
  );
  return [...lengths]
    .filter((lineLength) => length >= lineLength - MAX_MISSING && length <= lineLength + MAX_BESIDE)
    .flatMap((lineLength) => {
      const missing = lineLength - length;
      // The edge may be a mark beside the zone, and the first characters may be unseen.
      const shifts = [0, -missing, ...Array.from({ length: MAX_MISSING }, (_, index) => index - 6)];
      return [...new Set(shifts)]
        .filter((shift) => Math.abs(shift) <= MAX_MISSING)
        .map((shift) => ({
          lineLength,
          lines: lines.map((line, index) => ({ line, start: (starts[index] ?? 0) + shift })),
        }));
    });
}

/** The edge may lean in perspective, so it goes through the beginnings of the first two lines that agree. */
function leftEdge(lines: readonly TextLine[]): (line: TextLine) => number {
  const beginnings = lines.map((line) => ({ x: valueAt(line.x, line.first), y: middleOf(line).y }));
  const leftmost = beginnings.reduce((best, next) => (next.x < best.x ? next : best));
  const pitch = lines[0]?.x.b ?? 1;
  const others = beginnings.filter((one) => one !== leftmost && Math.abs(one.x - leftmost.x) < 0.8 * pitch);
  const other = others[0];
  const slope = other === undefined ? 0 : (other.x - leftmost.x) / (other.y - leftmost.y);
  return (line) => leftmost.x + slope * (middleOf(line).y - leftmost.y);
}
