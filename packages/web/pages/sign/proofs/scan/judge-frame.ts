/** Before the picture is taken. */
export type FrameHint = 'dark' | 'glare' | 'blur' | 'far' | 'good';

/** A page under a lamp has more than 90. */
const MIN_LIGHT = 55;
/** Share of white pixels without any detail. */
const MAX_GLARE = 0.08;
const WHITE = 252;
/** Of the sharpest hundredth of all edges. */
const MIN_STEEPNESS = 34;
/** Share: text and lines fill a document. */
const MIN_EDGES = 0.035;
const EDGE = 18;

/** Row by row: cheap enough for several frames a second on a phone. */
export function judgeFrame(shades: Uint8Array, width: number): FrameHint {
  let sum = 0;
  let white = 0;
  let edges = 0;
  const steps = new Uint32Array(256);
  for (let at = 0; at < shades.length; at++) {
    const shade = shades[at] ?? 0;
    sum += shade;
    if (shade >= WHITE) white++;
    if (at % width === 0) continue;
    const step = Math.abs(shade - (shades[at - 1] ?? 0));
    steps[step] = (steps[step] ?? 0) + 1;
    if (step > EDGE) edges++;
  }
  if (sum / shades.length < MIN_LIGHT) return 'dark';
  if (white / shades.length > MAX_GLARE) return 'glare';
  if (steepest(steps, shades.length / 100) < MIN_STEEPNESS) return 'blur';
  return edges / shades.length < MIN_EDGES ? 'far' : 'good';
}

function steepest(steps: Uint32Array, count: number): number {
  let seen = 0;
  for (let step = 255; step > 0; step--) {
    seen += steps[step] ?? 0;
    if (seen > count) return step;
  }
  return 0;
}

/** From RGBA. */
export function greyOf(pixels: Uint8ClampedArray): Uint8Array {
  const shades = new Uint8Array(pixels.length / 4);
  for (let at = 0; at < shades.length; at++)
    shades[at] =
      ((pixels[at * 4] ?? 0) * 77 + (pixels[at * 4 + 1] ?? 0) * 150 + (pixels[at * 4 + 2] ?? 0) * 29) >> 8;
  return shades;
}
