import type { GreyImage } from './open-picture.ts';

/** A mark is a connected dark area. */
export interface Mark {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Smaller characters cannot be read, and larger ones are not of a zone. */
const MIN_SIZE = 5;
const MAX_SIZE = 110;
/** Ink is darker than this part of the mean shade around. */
const INK_PART = 0.84;
/** Noise and compression make less contrast than this. */
const MIN_CONTRAST = 10;
/** A picture with more marks is a texture. */
const MAX_MARKS = 40_000;

/** Finds marks. `window` is how far around a pixel the paper is measured. */
export function findMarks(image: GreyImage, window: number): readonly Mark[] {
  return boundMarks(image, findInk(image, window));
}

/** Ink is darker than the mean around it (Bradley and Roth, 2007). */
function findInk({ width, height, data }: GreyImage, window: number): Uint8Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += data[y * width + x] ?? 0;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
    }
  }
  const ink = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const top = Math.max(0, y - window) * (width + 1);
    const bottom = Math.min(height, y + window + 1) * (width + 1);
    for (let x = 0; x < width; x++) {
      const left = Math.max(0, x - window);
      const right = Math.min(width, x + window + 1);
      const area = ((bottom - top) / (width + 1)) * (right - left);
      const sum =
        (sums[bottom + right] ?? 0) -
        (sums[bottom + left] ?? 0) -
        (sums[top + right] ?? 0) +
        (sums[top + left] ?? 0);
      const mean = sum / area;
      const shade = data[y * width + x] ?? 0;
      ink[y * width + x] = shade < mean * INK_PART && mean - shade > MIN_CONTRAST ? 1 : 0;
    }
  }
  return ink;
}

/** Joins runs of ink that touch, also at corners. */
function boundMarks({ width, height }: GreyImage, ink: Uint8Array): readonly Mark[] {
  const parents: number[] = [];
  const lefts: number[] = [];
  const rights: number[] = [];
  const tops: number[] = [];
  const bottoms: number[] = [];
  const rootOf = (label: number): number => {
    let root = label;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root] ?? root] ?? root;
      root = parents[root] ?? root;
    }
    return root;
  };
  const join = (a: number, b: number): void => {
    const [first, second] = [rootOf(a), rootOf(b)];
    if (first === second) return;
    parents[second] = first;
    lefts[first] = Math.min(lefts[first] ?? 0, lefts[second] ?? 0);
    rights[first] = Math.max(rights[first] ?? 0, rights[second] ?? 0);
    tops[first] = Math.min(tops[first] ?? 0, tops[second] ?? 0);
    bottoms[first] = Math.max(bottoms[first] ?? 0, bottoms[second] ?? 0);
  };
  let above: Run[] = [];
  for (let y = 0; y < height; y++) {
    const runs: Run[] = [];
    let next = 0;
    for (let x = 0; x < width; x++) {
      if (ink[y * width + x] === 0) continue;
      const start = x;
      while (x < width && ink[y * width + x] === 1) x++;
      const label = parents.length;
      parents.push(label);
      lefts.push(start);
      rights.push(x);
      tops.push(y);
      bottoms.push(y + 1);
      while (next < above.length && (above[next]?.end ?? 0) < start) next++;
      for (let other = next; other < above.length && (above[other]?.start ?? 0) <= x; other++)
        join(above[other]?.label ?? label, label);
      runs.push({ start, end: x, label });
    }
    above = runs;
  }
  const marks: Mark[] = [];
  for (let label = 0; label < parents.length && marks.length < MAX_MARKS; label++) {
    if (parents[label] !== label) continue;
    const [x = 0, y = 0] = [lefts[label], tops[label]];
    const mark = { x, y, width: (rights[label] ?? 0) - x, height: (bottoms[label] ?? 0) - y };
    if (isOfCharacterSize(mark)) marks.push(mark);
  }
  return marks;
}

interface Run {
  readonly start: number;
  readonly end: number;
  readonly label: number;
}

function isOfCharacterSize({ width, height }: Mark): boolean {
  const size = Math.max(width, height);
  return size >= MIN_SIZE && size <= MAX_SIZE && Math.min(width, height) >= 2;
}
