import * as mupdf from 'mupdf';

/** A drawn page from the top, with three bytes a pixel. */
export interface DrawnPage {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** Opens a file for one question; what MuPDF holds of it is not collected as garbage. */
export function withMupdf<T>(pdf: Uint8Array, ask: (document: mupdf.PDFDocument) => T): T {
  const document = mupdf.Document.openDocument(pdf, 'application/pdf') as mupdf.PDFDocument;
  try {
    return ask(document);
  } finally {
    document.destroy();
  }
}

/** Its crop box with annotations, at `scale` pixels a point. */
export function drawByMupdf(pdf: Uint8Array, page: number, scale = 1): DrawnPage {
  return withMupdf(pdf, (document) => {
    const matrix = mupdf.Matrix.scale(scale, scale);
    const pixmap = document.loadPage(page).toPixmap(matrix, mupdf.ColorSpace.DeviceRGB, false, true);
    try {
      const [width, height] = [pixmap.getWidth(), pixmap.getHeight()];
      return { width, height, rgb: Uint8Array.from(pixmap.getPixels()) };
    } finally {
      pixmap.destroy();
    }
  });
}

/** Points of black; colors count by their lightness. */
export function countInk(pdf: Uint8Array, page: number): number {
  const { rgb } = drawByMupdf(pdf, page);
  let ink = 0;
  for (let at = 0; at < rgb.length; at += 3) ink += 1 - lightness(rgb, at);
  return ink;
}

/** Returns 0 to 1, weighted as for a grey picture. */
function lightness(rgb: Uint8Array, at: number): number {
  return (0.299 * (rgb[at] ?? 0) + 0.587 * (rgb[at + 1] ?? 0) + 0.114 * (rgb[at + 2] ?? 0)) / 255;
}

/** Left, top, right, bottom of what is purely red, in points; undefined if nothing is. */
export function findRed(pdf: Uint8Array, page: number): readonly number[] | undefined {
  const { rgb, width } = drawByMupdf(pdf, page);
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -1, -1];
  for (let at = 0; at < rgb.length; at += 3) {
    if (rgb[at] !== 255 || rgb[at + 1] !== 0 || rgb[at + 2] !== 0) continue;
    const [x, y] = [(at / 3) % width, Math.floor(at / 3 / width)];
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  return right < 0 ? undefined : [left, top, right, bottom];
}

export interface PlacedWord {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** In the order of the page's content; displayed points from the top left corner of its crop box. */
export function readWords(pdf: Uint8Array, page: number): readonly PlacedWord[] {
  return withMupdf(pdf, (document) => {
    const words: PlacedWord[] = [];
    let word: PlacedWord | undefined;
    const end = () => {
      if (word !== undefined) words.push(word);
      word = undefined;
    };
    document
      .loadPage(page)
      .toStructuredText('preserve-whitespace')
      .walk({
        beginLine: end,
        endLine: end,
        onChar(text, _origin, _font, _size, quad) {
          if (text.trim() === '') end();
          else word = extend(word, text, quad);
        },
      });
    end();
    return words;
  });
}

function extend(word: PlacedWord | undefined, text: string, quad: mupdf.Quad): PlacedWord {
  const [xs, ys] = [quad.filter((_, index) => index % 2 === 0), quad.filter((_, index) => index % 2 === 1)];
  const from = word ?? { text: '', left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  return {
    text: from.text + text,
    left: Math.min(from.left, ...xs),
    top: Math.min(from.top, ...ys),
    right: Math.max(from.right, ...xs),
    bottom: Math.max(from.bottom, ...ys),
  };
}

/** Its lines, one after the other; of all pages if none is given. */
export function readText(pdf: Uint8Array, page?: number): string {
  return withMupdf(pdf, (document) => {
    const pages =
      page === undefined ? Array.from({ length: document.countPages() }, (_, each) => each) : [page];
    return pages.map((each) => document.loadPage(each).toStructuredText('').asText()).join('\n');
  });
}
