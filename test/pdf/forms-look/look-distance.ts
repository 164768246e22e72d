import { openPdf, toDisplayedRect } from '@countersign/pdf';
import { type InkDistance, inkDistance, measureInk, type PixelBox } from './ink.ts';
import { type LookSheet, placeLooks } from './look-sheet.ts';
import { type Raster, SCALE } from './raster.ts';

/** Pixels around a widget that are looked at as well: its border may be drawn half outside. */
const AROUND = 2;

/** The distance between two drawings of one widget. */
export interface LookDistance extends InkDistance {
  readonly name: string;
  /** Mean darkness in the first drawing. */
  readonly ink: number;
}

/** Compares two drawings of a filled sheet widget by widget. */
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

/** What two drawings may differ by: mean darkness from 0 to 1, pixels of 1/144 inch. */
export type Tolerance = InkDistance;

export function differing(distances: readonly LookDistance[], allowed: Tolerance): LookDistance[] {
  return distances.filter(
    ({ coverage, centre, edge }) =>
      coverage > allowed.coverage || centre > allowed.centre || edge > allowed.edge,
  );
}
