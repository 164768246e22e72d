import type { PageArea } from './page-area.ts';
import type { Picture } from './readers/reader.ts';

export interface PictureComparison {
  /** Share of visibly different pixels outside the changed areas; 1 if the sizes differ. */
  readonly off: number;
  /** Share of pixels that differ at all, for each marked area. */
  readonly marked: readonly number[];
}

/** Minimum difference of a channel (of 255) that is visible; smaller ones are rounding. */
const VISIBLE = 16;

/** Minimum difference (of 255) of a box's pale fill from paper. */
const PALE = 4;

/** Pixels around a changed area that may differ: smoothed edges and rounded positions. */
const MARGIN = 2;

export function comparePictures(
  picture: Picture,
  model: Picture,
  changed: readonly PageArea[],
  marked: readonly PageArea[],
): PictureComparison {
  const { width, height } = model;
  if (picture.width !== width || picture.height !== height) return { off: 1, marked: marked.map(() => 0) };
  const steps = measureSteps(picture, model);
  const shares = marked.map((area) => shareOf(steps, width, pixelsOf(area, model, 0), PALE));
  for (const area of changed) clear(steps, width, pixelsOf(area, model, MARGIN));
  return {
    off: shareOf(steps, width, { left: 0, top: 0, right: width, bottom: height }, VISIBLE),
    marked: shares,
  };
}

function measureSteps({ rgb }: Picture, model: Picture): Uint8Array {
  const steps = new Uint8Array(rgb.length / 3);
  for (let at = 0; at < rgb.length; at++) {
    const step = Math.abs((rgb[at] as number) - (model.rgb[at] as number));
    const pixel = (at / 3) | 0;
    if (step > (steps[pixel] as number)) steps[pixel] = step;
  }
  return steps;
}

function pixelsOf(area: PageArea, { width, height }: Picture, margin: number): PageArea {
  return {
    left: Math.max(0, Math.floor(area.left * width) - margin),
    top: Math.max(0, Math.floor(area.top * height) - margin),
    right: Math.min(width, Math.ceil(area.right * width) + margin),
    bottom: Math.min(height, Math.ceil(area.bottom * height) + margin),
  };
}

function clear(steps: Uint8Array, width: number, { left, top, right, bottom }: PageArea): void {
  for (let row = top; row < bottom; row++)
    steps.fill(0, row * width + left, row * width + Math.max(left, right));
}

function shareOf(steps: Uint8Array, width: number, area: PageArea, least: number): number {
  let [count, all] = [0, 0];
  for (let row = area.top; row < area.bottom; row++) {
    for (let column = area.left; column < area.right; column++) {
      all += 1;
      if ((steps[row * width + column] as number) > least) count += 1;
    }
  }
  return all === 0 ? 0 : count / all;
}
