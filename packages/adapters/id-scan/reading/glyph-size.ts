/** Of the grids of `glyph-templates.ts`: a character and the space around it. */
export const GLYPH = {
  width: 16,
  height: 20,
  /** Thousandths of the font size for one pixel; OCR-B is 723 wide. */
  unitsPerPixel: 45,
  /** Thousandths of the font size, of the middle of the grid. */
  middle: { x: 361.5, y: 365 },
  advance: 723,
  /** Height of a letter, as marks are measured. */
  letterHeight: 735,
} as const;
