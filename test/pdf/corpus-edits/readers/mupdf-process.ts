/** MuPDF in its own process, as isolation. */
import { readFileSync } from 'node:fs';
import * as mupdf from 'mupdf';
import { MAX_SIDE_PIXELS, type Picture } from './reader.ts';
import { answerRequests, noteMessage } from './reader-request.ts';

const LOG = { warning: noteOnce, error: noteMessage };
const SILENCE = { warning: ignore, error: ignore };

const separator = makeSeparator();

/** The repeat count depends on where it was interrupted. */
function noteOnce(message: string): void {
  if (!message.startsWith('... repeated')) noteMessage(message);
}

function ignore(): void {
  // Belongs to no file.
}

function makeSeparator(): mupdf.PDFDocument {
  const document = new mupdf.PDFDocument();
  document.insertPage(-1, document.addPage([0, 0, 1, 1], 0, {}, 'separator'));
  return document;
}

/** MuPDF suppresses a warning equal to its last one, even of another file. An error resets that. */
function forgetLastWarning(): void {
  mupdf.setLog(SILENCE);
  draw(separator, 0);
  mupdf.setLog(LOG);
}

answerRequests((path) => {
  forgetLastWarning();
  const document = mupdf.Document.openDocument(readFileSync(path), 'application/pdf');
  return {
    pageCount: document.countPages(),
    draw: (page) => draw(document, page),
    close: () => document.destroy(),
  };
});

function draw(document: mupdf.Document, index: number): Picture {
  const page = document.loadPage(index);
  const [left, top, right, bottom] = page.getBounds();
  const scale = MAX_SIDE_PIXELS / Math.max(right - left, bottom - top);
  const pixmap = page.toPixmap(mupdf.Matrix.scale(scale, scale), mupdf.ColorSpace.DeviceRGB, false, true);
  try {
    return readPixmap(pixmap);
  } finally {
    pixmap.destroy();
    page.destroy();
  }
}

function readPixmap(pixmap: mupdf.Pixmap): Picture {
  const [width, height, stride] = [pixmap.getWidth(), pixmap.getHeight(), pixmap.getStride()];
  const pixels = pixmap.getPixels();
  const rgb = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row++)
    rgb.set(pixels.subarray(row * stride, row * stride + width * 3), row * width * 3);
  return { width, height, rgb };
}
