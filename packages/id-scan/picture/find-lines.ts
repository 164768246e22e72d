import { type Curve, fitCurve, medianOf, quantileOf, valueAt } from './find-card.ts';
import type { Mark } from './find-marks.ts';

/** A line of characters of equal width, nearly level. */
export interface TextLine {
  /** The middle of a character, by its index. */
  readonly x: Curve;
  /** The position downwards, by the index of the character. */
  readonly y: Curve;
  /** The height of a character, by its index. */
  readonly height: Curve;
  readonly first: number;
  readonly last: number;
  readonly seen: number;
}

/** So many characters of 30, 36 or 44 have to be seen; the others may be under glare. */
const MIN_SEEN = 14;
/** The pitch in heights of a character. That of OCR-B is 0.9 to 1.05. */
const MIN_PITCH = 0.65;
const MAX_PITCH = 1.6;
/** A gap may have so many characters. */
const MAX_GAP = 6;
/** Distances may differ by this part of the distance. */
const MAX_IRREGULARITY = 0.2;

/** Each line is compared with all characters. Documents have fewer lines, and more are a texture. */
const MAX_LINES = 24;

/** Finds lines in a level picture. */
export function findLines(marks: readonly Mark[]): readonly TextLine[] {
  return joinChains(chainMarks(marks))
    .flatMap((chain) => lineOf(chain) ?? [])
    .toSorted((a, b) => b.seen - a.seen)
    .slice(0, MAX_LINES);
}

type Chain = readonly Centre[];

interface Centre {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function chainMarks(marks: readonly Mark[]): readonly Chain[] {
  const centres = marks
    .map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2, width, height }))
    .filter(({ width, height }) => width <= 1.5 * height)
    .sort((a, b) => a.x - b.x);
  const chains: Centre[][] = [];
  const used = new Set<Centre>();
  for (const [index, start] of centres.entries()) {
    if (used.has(start)) continue;
    const chain = [start];
    used.add(start);
    let [last, at] = [start, index];
    for (;;) {
      const next = nextIn(centres, at, last, used);
      if (next === undefined) break;
      chain.push(next.centre);
      used.add(next.centre);
      [last, at] = [next.centre, next.index];
    }
    if (chain.length >= 4) chains.push(chain);
  }
  return chains;
}

function nextIn(centres: readonly Centre[], from: number, last: Centre, used: ReadonlySet<Centre>) {
  for (let index = from + 1; index < centres.length; index++) {
    const centre = centres[index];
    if (centre === undefined || centre.x - last.x > 2.4 * last.height) return undefined;
    if (used.has(centre) || centre.x - last.x < 0.3 * last.height) continue;
    const ratio = centre.height / last.height;
    if (ratio < 0.68 || ratio > 1.47) continue;
    if (Math.abs(centre.y - last.y) < 0.3 * Math.max(last.height, centre.height)) return { centre, index };
  }
  return undefined;
}

/**
 * Joins chains across gaps. What every pair needs is measured once, because a texture has thousands of
 * chains.
 */
export function joinChains(chains: readonly Chain[]): readonly Chain[] {
  const open = chains.flatMap((chain) => measureStart(chain) ?? []).sort((a, b) => a.first.x - b.first.x);
  const joined: Chain[] = [];
  while (open.length > 0) {
    let chain = open.shift()?.chain ?? [];
    for (;;) {
      const end = measureEnd(chain);
      const [next] = open.splice(nextIndex(open, end), 1);
      if (next === undefined) break;
      chain = [...chain, ...next.chain];
    }
    if (chain.length >= MIN_SEEN) joined.push(chain);
  }
  return joined;
}

type ChainStart = NonNullable<ReturnType<typeof measureStart>>;
type ChainEnd = ReturnType<typeof measureEnd>;

function measureStart(chain: Chain) {
  const [first] = chain;
  return first && { chain, first, height: heightOf(chain) };
}

function measureEnd(chain: Chain) {
  const tail = chain.slice(-12);
  const line = fitCurve(
    tail.map(({ x, y }) => ({ t: x, value: y })),
    1,
  );
  return { last: chain.at(-1), height: heightOf(chain), line: tail.length < 6 ? null : line };
}

function heightOf(chain: Chain): number {
  return medianOf(chain.map(({ height }) => height));
}

/** Returns the length of the list if there is none. */
function nextIndex(open: readonly ChainStart[], end: ChainEnd): number {
  const index = open.findIndex((start) => goesOn(end, start));
  return index < 0 ? open.length : index;
}

function goesOn({ last, height, line }: ChainEnd, { first, ...other }: ChainStart): boolean {
  if (last === undefined) return false;
  const gap = first.x - last.x;
  if (gap <= 0.3 * height || gap > MAX_GAP * height) return false;
  const ratio = other.height / height;
  if (ratio < 0.75 || ratio > 1.33) return false;
  const expected = line === null ? last.y : valueAt(line, first.x);
  return Math.abs(expected - first.y) < 0.35 * height;
}

function lineOf(chain: Chain): TextLine | undefined {
  const height = quantileOf(
    chain.map((centre) => centre.height),
    0.6,
  );
  const steps = chain.slice(1).map(({ x }, index) => x - (chain[index]?.x ?? 0));
  const pitch = medianOf(steps);
  if (pitch < MIN_PITCH * height || pitch > MAX_PITCH * height) return undefined;
  const indices = indexChain(chain, steps, pitch);
  const x = fitCurve(
    chain.map((centre, index) => ({ t: indices[index] ?? 0, value: centre.x })),
    2,
  );
  const errors = chain.map((centre, index) => Math.abs(valueAt(x, indices[index] ?? 0) - centre.x));
  if (medianOf(errors) > MAX_IRREGULARITY * pitch * 0.6 || quantileOf(errors, 0.8) > MAX_IRREGULARITY * pitch)
    return undefined;
  const y = fitCurve(
    chain.map((centre, index) => ({ t: indices[index] ?? 0, value: centre.y })),
    2,
  );
  return {
    x,
    y,
    height: heightCurve(chain, indices),
    first: indices[0] ?? 0,
    last: indices.at(-1) ?? 0,
    seen: new Set(indices).size,
  };
}

/** The pitch changes slowly in perspective, so each step is measured by those around it. */
function indexChain(chain: Chain, steps: readonly number[], pitch: number): readonly number[] {
  const indices = [0];
  let [current, local] = [0, pitch];
  for (let at = 1; at < chain.length; at++) {
    const around = steps
      .slice(Math.max(0, at - 5), at + 4)
      .filter((step) => step < 1.4 * pitch && step > 0.6 * pitch);
    if (around.length > 3) local = medianOf(around);
    current += Math.round((steps[at - 1] ?? 0) / local);
    indices.push(current);
  }
  return indices;
}

/** Fillers are lower than characters, so the upper half of the heights counts. */
function heightCurve(chain: Chain, indices: readonly number[]): Curve {
  const middle = medianOf(chain.map(({ height }) => height));
  const tall = chain.flatMap(({ height }, index) =>
    height >= middle * 0.97 && height < middle * 1.4 ? [{ t: indices[index] ?? 0, value: height }] : [],
  );
  return fitCurve(tall, 1);
}
