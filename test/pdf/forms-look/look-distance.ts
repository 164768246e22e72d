import { openPdf, toDisplayedRect } from '@countersign/pdf';
import { type InkDistance, inkDistance, measureInk, type PixelBox } from './ink.ts';
import { type LookSheet, placeLooks } from './look-sheet.ts';
import { type Raster, SCALE } from './raster.ts';

/** Pixels around a widget: its border may extend beyond it. */
const AROUND = 2;

export interface LookDistance extends InkDistance {
  readonly name: string;
  readonly ink: number;
}

/** Compares two drawings of a filled sheet by widget. */
export function compareLooks(sheet: LookSheet, pdf: Uint8Array, a: Raster, b: Raster): LookDistance[] {
  const { geometry } = openPdf(pdf).page(0);
  return placeLooks(sheet.looks).map(({ look, rect }) => {
    const box = toPixels(toDisplayedRect(geometry, rect));
    const ink = measureInk(a, box);
    return { name: look.name, ink: ink.coverage, ...inkDistance(ink, measureInk(b, box)) };
  });
}

function toPixels({ x, y, width, height }: PixelBox): PixelBox {
  return {
    x: Math.round(x * SCALE) - AROUND,
    y: Math.round(y * SCALE) - AROUND,
    width: Math.round(width * SCALE) + 2 * AROUND,
    height: Math.round(height * SCALE) + 2 * AROUND,
  };
}

/** Tolerances: mean darkness, and pixels of 1/144 inch. */
export type Tolerance = InkDistance;

export function differing(distances: readonly LookDistance[], allowed: Tolerance): LookDistance[] {
  return distances.filter(
    ({ coverage, centre, edge }) =>
      coverage > allowed.coverage || centre > allowed.centre || edge > allowed.edge,
  );
}
