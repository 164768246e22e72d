import type { Box, PdfPage } from '@countersign/pdf';

/** An area in shares of the displayed page from its top-left corner, independent of resolution. */
export interface PageArea {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function areaOf({ geometry }: Pick<PdfPage, 'geometry'>, { x, y, width, height }: Box): PageArea {
  const { displayedWidth, displayedHeight } = geometry;
  return {
    left: x / displayedWidth,
    top: y / displayedHeight,
    right: (x + width) / displayedWidth,
    bottom: (y + height) / displayedHeight,
  };
}
