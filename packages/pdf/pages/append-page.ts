import { type PDFDict, PDFName, PDFPageLeaf, PDFRef } from 'pdf-lib';
import { checkArguments, openFile, positive, shape } from '../arguments.ts';
import { PdfError } from '../errors.ts';
import type { PdfFile } from '../pdf-file.ts';
import type { PdfPage } from './pdf-page.ts';

/** Portrait A4 in points (ISO 216: 210 x 297 mm). */
export const A4 = Object.freeze({ width: 595.28, height: 841.89 });

const ARGUMENTS = { file: openFile, size: shape({ width: positive, height: positive }) };

/** Adds an empty page after the last one, with all inheritable attributes of its own. */
export function appendBlankPage(file: PdfFile, size: { width: number; height: number } = A4): PdfPage {
  checkArguments({ file, size }, ARGUMENTS);
  const parent = file.catalog.get(PDFName.of('Pages'));
  if (!(parent instanceof PDFRef)) throw new PdfError('damaged', 'The page tree is not an indirect object');
  const box = [0, 0, size.width, size.height];
  const entries = file.context.obj({
    Type: 'Page',
    MediaBox: box,
    CropBox: box,
    Rotate: 0,
    Resources: {},
  }) as PDFDict;
  entries.set(PDFName.of('Parent'), parent);
  const page = PDFPageLeaf.fromMapWithContext(entries.asMap(), file.context, false);
  return file.appendPage(file.context.register(page), page);
}
