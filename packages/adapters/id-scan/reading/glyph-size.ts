/** Of `glyph-templates.ts`: a character and the space around it. */
export const GLYPH = {
  width: 16,
  height: 20,
  /** Thousandths of the font size for one pixel; OCR-B is 723 wide. */
  unitsPerPixel: 45,
  /** Of the grid. */
  middle: { x: 361.5, y: 365 },
  advance: 723,
  letterHeight: 735,
} as const;
