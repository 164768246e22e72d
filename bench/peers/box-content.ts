import { type DrawnBox, placeOnPage, TEXT_SIZE } from './work.ts';

/** The boxes as a content stream with font /Bench, for contenders without drawing calls. */
export function boxContent(boxes: readonly DrawnBox[], pageHeight: number): string {
  return boxes.map((box) => drawBox(box, pageHeight)).join('');
}

function drawBox(box: DrawnBox, pageHeight: number): string {
  const { bottom, textBottom } = placeOnPage(box, pageHeight);
  const frame = `q 0.1 0.35 0.75 RG 1 w ${box.x} ${bottom} ${box.width} ${box.height} re S Q\n`;
  return `${frame}q BT /Bench ${TEXT_SIZE} Tf ${box.x + 4} ${textBottom} Td (${box.label}) Tj ET Q\n`;
}
