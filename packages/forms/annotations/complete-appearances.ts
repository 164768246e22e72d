import { createTextEmbedder, FIELD_INDEX, PdfError, type PdfFile, rawName } from '@countersign/pdf';
import { PDFDict, PDFName, PDFRef } from 'pdf-lib';
import { TextPen } from '../appearances/draw-text.ts';
import { group } from '../appearances/drawing.ts';
import { readShownAppearance } from '../appearances/make-appearance.ts';
import { Key, readNumber, readNumbers, readText } from '../fields/dict-reading.ts';
import { type Drawing, SHAPES } from './draw-shape.ts';
import { drawCaption, drawFreeText, drawStamp } from './draw-text.ts';

type Rect = readonly [number, number, number, number];

/**
 * Pop-ups are no part of the page. The border of a link is stated by its own entries, and ISO 19005-2 6.3.3 excepts both;
 * widgets are drawn as fields.
 */
const LEFT: ReadonlySet<string> = new Set(['Popup', 'Link', 'Widget']);
const RICH_TEXT = PDFName.of('RC');
const CONTENTS = PDFName.of('Contents');
const OPACITY = PDFName.of('CA');

/**
 * Gives an appearance to every annotation without one, so that no reader has to invent it: it may take fonts and defaults
 * that are added to a sealed file. Shapes look as the standard states, texts are drawn with embedded fonts, icons are
 * ours. Returns how many were drawn. Throws PdfError `text_not_drawable` with `annotation` and `page` if a text cannot be.
 */
export async function completeAppearances(file: PdfFile): Promise<number> {
  const embedder = createTextEmbedder(file);
  let count = 0;
  for (const page of file.pages()) {
    for (const item of page.annotationItems()) {
      if (item instanceof PDFRef && isLeft(file, item)) continue;
      const annotation = file.context.lookup(item);
      if (!(annotation instanceof PDFDict)) continue;
      const type = annotation.lookup(Key.Subtype);
      const name = type instanceof PDFName ? type.decodeText() : '';
      if (LEFT.has(name) || readShownAppearance(annotation) !== undefined) continue;
      const rect = readRect(annotation);
      if (rect === undefined) continue;
      try {
        draw(annotation, name, rect, new TextPen(embedder));
      } catch (error) {
        if (!(error instanceof PdfError) || error.code !== 'text_not_drawable') throw error;
        throw notDrawable(name, page.index, error);
      }
      count += 1;
    }
  }
  await embedder.finish();
  return count;
}

/** Reads the bytes instead of parsing the annotation, because files have thousands of links. */
function isLeft(file: PdfFile, ref: PDFRef): boolean {
  const type = file.walkField(ref)?.at(FIELD_INDEX.Subtype);
  return type?.kind === 'name' && LEFT.has(rawName(type) ?? '');
}

/** Returns undefined if there is no area to draw into. */
function readRect(annotation: PDFDict): Rect | undefined {
  const [x1, y1, x2, y2] = readNumbers(annotation, Key.Rect, 4) ?? [];
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined;
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

function notDrawable(type: string, page: number, cause: PdfError): PdfError {
  const where = `${type} annotation on page ${page + 1}`;
  return new PdfError(
    cause.code,
    `${where}: ${cause.message}`,
    {
      ...cause.params,
      annotation: type,
      page: page + 1,
    },
    cause,
  );
}

function draw(annotation: PDFDict, type: string, rect: Rect, pen: TextPen): void {
  const { operators, points, margin, isMultiplied } = drawingOf(annotation, type, rect, pen);
  const area = extend(rect, points, margin);
  const { context } = annotation;
  const opacity = readNumber(annotation, OPACITY) ?? 1;
  const state = { Type: 'ExtGState', CA: opacity, ca: opacity, ...(isMultiplied && { BM: 'Multiply' }) };
  const isPlain = opacity === 1 && !isMultiplied;
  const fonts = pen.fonts();
  const stream = context.stream(isPlain ? operators : group('/Look gs', operators), {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [...area],
    ...(isMultiplied && { Group: { S: 'Transparency' } }),
    Resources: {
      ...(Object.keys(fonts).length > 0 && { Font: fonts }),
      ...(!isPlain && { ExtGState: { Look: state } }),
    },
  });
  annotation.set(Key.Rect, context.obj([...area]));
  annotation.set(Key.AP, context.obj({ N: context.register(stream) }));
  annotation.delete(Key.AS);
}

/** Draws nothing for other types, as they have no look of their own. */
function drawingOf(annotation: PDFDict, type: string, rect: Rect, pen: TextPen): Drawing {
  const shape = SHAPES.get(type)?.(annotation, rect) ?? { operators: '', points: [], margin: 0 };
  if (type === 'FreeText') {
    refuseRichText(annotation);
    return { ...shape, operators: drawFreeText(annotation, rect, pen) };
  }
  if (type === 'Stamp') return { ...shape, operators: drawStamp(annotation, rect, pen) };
  if (type !== 'Line') return shape;
  return { ...shape, operators: group(shape.operators, drawCaption(annotation, pen)) };
}

/** Some readers show it, and it may say more than the plain text. */
function refuseRichText(annotation: PDFDict): void {
  if (!annotation.has(RICH_TEXT) || readText(annotation, CONTENTS) !== undefined) return;
  throw new PdfError('text_not_drawable', 'it has rich text without plain text.', {});
}

function extend(rect: Rect, points: readonly (readonly [number, number])[], margin: number): Rect {
  let [x1, y1, x2, y2] = rect;
  for (const [x, y] of points) {
    x1 = Math.min(x1, x - margin);
    y1 = Math.min(y1, y - margin);
    x2 = Math.max(x2, x + margin);
    y2 = Math.max(y2, y + margin);
  }
  return [x1, y1, x2, y2];
}
