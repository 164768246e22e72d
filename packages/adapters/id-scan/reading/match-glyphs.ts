import { ALPHABET } from '../mrz/check-digit.ts';
import type { TextLine } from '../picture/find-lines.ts';
import { type Curve, valueAt } from '../picture/fit-curve.ts';
import { type GreyImage, shadeAt } from '../picture/grey-image.ts';
import { GLYPH } from './glyph-size.ts';
import { GLYPH_TEMPLATES } from './glyph-templates.ts';

/** For each character of the alphabet, at most 1. */
export type Matches = Float32Array;

/** Of a character off its position. */
const SHIFT = 2;
const PATCH = { width: GLYPH.width + 2 * SHIFT, height: GLYPH.height + 2 * SHIFT };
const PIXELS = GLYPH.width * GLYPH.height;
/** Letters and digits differ in height, and blur makes both higher. */
const STRETCHES = [0.86, 0.92, 0.98, 1.04, 1.1];
/** Every n-th decides about stretch and blur. */
const SAMPLED = 4;

/** Of numbers as JavaScript calculates with: to convert each took a third of the time. */
type Shades = Float64Array;
type TemplateSet = readonly Shades[];

const SETS: readonly TemplateSet[] = GLYPH_TEMPLATES.map((text) => {
  const bytes = Buffer.from(text, 'base64');
  return Array.from(ALPHABET, (_, index) => normalise(bytes.subarray(index * PIXELS, (index + 1) * PIXELS)));
});

/** Zero mean and length 1, so that the product of two is their correlation. */
function normalise(shades: Uint8Array): Shades {
  const mean = shades.reduce((sum, shade) => sum + shade, 0) / shades.length;
  const centred = Float64Array.from(shades, (shade) => shade - mean);
  const length = Math.hypot(...centred) || 1;
  return centred.map((shade) => shade / length);
}

export function matchLine(
  image: GreyImage,
  line: TextLine,
  start: number,
  count: number,
): readonly Matches[] {
  const { stretch, set } = chooseScale(image, line, start, count);
  return Array.from({ length: count }, (_, index) =>
    matchCell(patchAt(image, line, start + index, stretch), set),
  );
}

function chooseScale(image: GreyImage, line: TextLine, start: number, count: number) {
  let best = { stretch: 1, set: SETS[0] ?? [], score: -1 };
  const indices = Array.from({ length: Math.ceil(count / SAMPLED) }, (_, index) => start + index * SAMPLED);
  for (const stretch of STRETCHES) {
    const patches = indices.map((index) => patchAt(image, line, index, stretch));
    for (const set of SETS) {
      const score = patches.reduce((sum, patch) => sum + Math.max(...matchCell(patch, set)), 0);
      if (score > best.score) best = { stretch, set, score };
    }
  }
  return best;
}

/** In pixels of the grid. */
function patchAt(image: GreyImage, line: TextLine, index: number, stretch: number): Shades {
  const pitch = slopeAt(line.x, index);
  const across = (pitch * GLYPH.unitsPerPixel) / GLYPH.advance;
  const down = (valueAt(line.height, index) * stretch * GLYPH.unitsPerPixel) / GLYPH.letterHeight;
  const centre = { x: valueAt(line.x, index), y: valueAt(line.y, index) };
  // For each pixel across.
  const rise = slopeAt(line.y, index) / pitch;
  const samples = Math.min(4, Math.max(1, Math.round(across)));
  const patch = new Float64Array(PATCH.width * PATCH.height);
  for (let row = 0; row < PATCH.height; row++) {
    for (let column = 0; column < PATCH.width; column++) {
      let sum = 0;
      for (let part = 0; part < samples * samples; part++) {
        const u = column + (0.5 + (part % samples)) / samples - PATCH.width / 2;
        const v = row + (0.5 + Math.floor(part / samples)) / samples - PATCH.height / 2;
        sum += shadeAt(image, centre.x + u * across - 0.5, centre.y + v * down + u * across * rise - 0.5);
      }
      patch[row * PATCH.width + column] = 255 - sum / (samples * samples);
    }
  }
  return patch;
}

function slopeAt({ b, c }: Curve, t: number): number {
  return b + 2 * c * t;
}

function matchCell(patch: Shades, set: TemplateSet): Matches {
  const matches = new Float32Array(set.length).fill(-1);
  const window = new Float64Array(PIXELS);
  for (let dy = 0; dy <= 2 * SHIFT; dy++) {
    for (let dx = 0; dx <= 2 * SHIFT; dx++) {
      const length = cutWindow(patch, dx, dy, window);
      if (length === 0) continue;
      for (let index = 0; index < set.length; index++) {
        const match = productOf(window, set[index] as Shades) / length;
        if (match > (matches[index] ?? -1)) matches[index] = match;
      }
    }
  }
  return matches;
}

/** Four sums, since one would wait for each addition: most of the time is spent here. */
function productOf(window: Shades, template: Shades): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let pixel = 0; pixel < PIXELS; pixel += 4) {
    a += (window[pixel] as number) * (template[pixel] as number);
    b += (window[pixel + 1] as number) * (template[pixel + 1] as number);
    c += (window[pixel + 2] as number) * (template[pixel + 2] as number);
    d += (window[pixel + 3] as number) * (template[pixel + 3] as number);
  }
  return a + b + c + d;
}

/** With zero mean; returns its length. */
function cutWindow(patch: Shades, dx: number, dy: number, window: Shades): number {
  let sum = 0;
  for (let row = 0; row < GLYPH.height; row++) {
    for (let column = 0; column < GLYPH.width; column++) {
      const shade = patch[(row + dy) * PATCH.width + column + dx] ?? 0;
      window[row * GLYPH.width + column] = shade;
      sum += shade;
    }
  }
  const mean = sum / PIXELS;
  let squares = 0;
  for (let pixel = 0; pixel < PIXELS; pixel++) {
    const centred = (window[pixel] ?? 0) - mean;
    window[pixel] = centred;
    squares += centred * centred;
  }
  return Math.sqrt(squares);
}
