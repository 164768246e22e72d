import sharp, { type OverlayOptions } from 'sharp';
import { brightness, type Raster } from './raster.ts';

export interface Panel {
  readonly title: string;
  readonly raster: Raster;
}

const TITLE_HEIGHT = 40;
const GAP = 16;
const GROUND = '#777777';

/** Writes drawings of one page side by side with titles as PNG. Empty paper at the bottom is cropped. */
export async function writeContactSheet(panels: readonly Panel[], output: string): Promise<void> {
  const height = Math.max(...panels.map(({ raster }) => usedHeight(raster)));
  let x = GAP;
  const layers = panels.flatMap(({ title, raster }) => {
    const left = x;
    x += raster.width + GAP;
    return [titleLayer(title, left), drawingLayer(raster, height, left)];
  });
  const size = { width: x, height: height + TITLE_HEIGHT + GAP, channels: 3 as const, background: GROUND };
  await sharp({ create: size }).composite(layers).png().toFile(output);
}

function titleLayer(title: string, left: number): OverlayOptions {
  const text = `<text x="0" y="28" font-family="sans-serif" font-size="26" fill="white">${title}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="${TITLE_HEIGHT}">${text}</svg>`;
  return { input: Buffer.from(svg), left, top: 0 };
}

function drawingLayer({ width, height, rgb }: Raster, used: number, left: number): OverlayOptions {
  const rows = Math.min(used, height);
  const raw = { width, height: rows, channels: 3 as const };
  return { input: Buffer.from(rgb.subarray(0, rows * width * 3)), raw, left, top: TITLE_HEIGHT };
}

/** Rows and columns at the edge that may have a viewer's shadow. */
const SOFT_EDGE = 4;

/** Finds the last row that is not white, plus a margin. */
function usedHeight(raster: Raster): number {
  for (let y = raster.height - 1 - SOFT_EDGE; y >= 0; y--) {
    for (let x = SOFT_EDGE; x < raster.width - SOFT_EDGE; x++) {
      if (brightness(raster, x, y) < 250) return Math.min(raster.height, y + TITLE_HEIGHT);
    }
  }
  return TITLE_HEIGHT;
}
