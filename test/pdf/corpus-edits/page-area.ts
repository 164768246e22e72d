import type { Box, PdfPage } from '@countersign/pdf';

/** A part of a page in shares of its displayed width and height, from the top-left corner: the same at any resolution. */
export interface PageArea {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The area of a displayed box. */
export function areaOf({ geometry }: Pick<PdfPage, 'geometry'>, { x, y, width, height }: Box): PageArea {
  const { displayedWidth, displayedHeight } = geometry;
  return {
    left: x / displayedWidth,
    top: y / displayedHeight,
    right: (x + width) / displayedWidth,
    bottom: (y + height) / displayedHeight,
  };
}
