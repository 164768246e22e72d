import { type DrawnPage, drawByMupdf } from '@countersign/pdf/testing';

export interface RenderedPage extends DrawnPage {
  /** Each value is 0 to 255. */
  pixel(x: number, y: number): readonly [number, number, number];
}

/** Its crop box, by MuPDF at four pixels a point. */
export function renderPage(pdf: Uint8Array, page: number): RenderedPage {
  const drawn = drawByMupdf(pdf, page, 4);
  return { ...drawn, pixel: (x, y) => readPixel(drawn.rgb, (y * drawn.width + x) * 3) };
}

/** Shares of width and height. */
export function findMark(
  page: RenderedPage,
  isMark: (red: number, green: number, blue: number) => boolean,
): { left: number; top: number; right: number; bottom: number } | undefined {
  let [left, top, right, bottom] = [page.width, page.height, -1, -1];
  const { rgb } = page;
  for (let y = 0, at = 0; y < page.height; y++)
    for (let x = 0; x < page.width; x++, at += 3) {
      if (!isMark(rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0)) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  if (right < 0) return undefined;
  const { width, height } = page;
  return { left: left / width, top: top / height, right: (right + 1) / width, bottom: (bottom + 1) / height };
}

function readPixel(data: Uint8Array, at: number): readonly [number, number, number] {
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}
