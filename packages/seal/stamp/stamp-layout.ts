/** Where in a box things go; points, origin at the box's bottom-left corner, y up. */
export interface StampLayout {
  readonly ink: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** Baselines of the small print, top line first. */
  readonly lines: readonly { readonly x: number; readonly y: number }[];
  readonly textSize: number;
}

/** Height of the box for which the text sizes below are meant: a signature field at scale 1. */
const REFERENCE_HEIGHT = 58;
const TEXT_SIZE = 5.5;
const PADDING = 2;
/** From one baseline to the next, in text sizes. */
const LINE_HEIGHT = 1.2;
/** Share of the box that the small print may take; the ink is what people look for. */
const MAX_PRINT_SHARE = 0.5;
/** Part of a line above the baseline that capitals and digits need. */
const ASCENT = 0.9;

/** Divides a box between ink above and small print below. Everything grows and shrinks with the box. */
export function layOutStamp(box: { width: number; height: number }, lineCount: number): StampLayout {
  const scale = box.height / REFERENCE_HEIGHT;
  const padding = Math.min(PADDING * scale, PADDING * 1.5);
  const available = (box.height - 2 * padding) * MAX_PRINT_SHARE;
  // An ID-scan box is higher, not a larger signature: its print does not grow beyond that of scale 1.5.
  const wanted = TEXT_SIZE * Math.min(scale, 1.5);
  const textSize = lineCount === 0 ? wanted : Math.min(wanted, available / (lineCount * LINE_HEIGHT));
  const lineHeight = textSize * LINE_HEIGHT;
  const printTop = padding + lineCount * lineHeight;
  const lines = Array.from({ length: lineCount }, (_, index) => ({
    x: padding,
    y: printTop - index * lineHeight - ASCENT * textSize,
  }));
  const inkBottom = lineCount === 0 ? padding : printTop + padding / 2;
  return {
    ink: {
      x: padding,
      y: inkBottom,
      width: box.width - 2 * padding,
      height: box.height - padding - inkBottom,
    },
    lines,
    textSize,
  };
}

/** With the small print halfway up, where nothing is drawn above it. */
export function moveToMiddle({ ink, lines, textSize }: StampLayout): StampLayout {
  return { ink, textSize, lines: lines.map(({ x, y }) => ({ x, y: y + ink.height / 2 })) };
}
