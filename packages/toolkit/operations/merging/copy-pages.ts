import type { PdfFile, PdfPage } from '@countersign/pdf';
import { type PDFDict, PDFName, type PDFObject, PDFPageLeaf, PDFRef } from 'pdf-lib';
import { ToolkitError } from '../../errors.ts';
import type { ObjectCopier } from './object-copier.ts';

/** /B are article threads, which run through a whole document. */
const NOT_OF_THE_PAGE = new Set(['/Parent', '/StructParents', '/B']);
const INHERITABLE = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];

/** Appends all pages of `source` to `target`, with what they inherit written into each. Call `copier.finish` afterwards. */
export function copyPages(source: PdfFile, target: PdfFile, copier: ObjectCopier): void {
  const pages = [...source.pages()];
  const copies = pages.map(() => target.context.nextRef());
  // Every page gets its number first, so that links from page to page meet the copies.
  for (const [index, { ref }] of pages.entries()) copier.replace(ref, copies[index] ?? ref);
  for (const [index, page] of pages.entries()) appendCopy(target, copier, page, copies[index]);
}

function appendCopy(target: PdfFile, copier: ObjectCopier, page: PdfPage, ref: PDFRef | undefined): void {
  if (ref === undefined) return;
  const copy = copier.copyDict(page.dict, NOT_OF_THE_PAGE);
  writeInherited(copy, page, copier);
  copy.set(PDFName.of('Parent'), rootOfPages(target));
  const leaf = PDFPageLeaf.fromMapWithContext(copy.asMap(), target.context, false);
  target.context.assign(ref, leaf);
  target.appendPage(ref, leaf);
}

/** Also the defaults: the copy must not inherit from the tree it comes into. */
function writeInherited(copy: PDFDict, page: PdfPage, copier: ObjectCopier): void {
  const { left, bottom, right, top } = mediaBoxOf(page);
  const box = copy.context.obj([left, bottom, right, top]);
  const defaults: Record<string, PDFObject> = {
    Resources: copy.context.obj({}),
    MediaBox: box,
    CropBox: box,
    Rotate: copy.context.obj(0),
  };
  for (const key of INHERITABLE) {
    const name = PDFName.of(key);
    if (copy.has(name)) continue;
    const inherited = page.inherited(key);
    const value = inherited === undefined ? defaults[key] : copier.copyValue(inherited);
    if (value !== undefined) copy.set(name, value);
  }
}

function mediaBoxOf(page: PdfPage) {
  const [left, bottom, right, top] = page.geometry.mediaBox;
  return { left, bottom, right, top };
}

function rootOfPages(target: PdfFile): PDFRef {
  const root = target.catalog.get(PDFName.of('Pages'));
  if (root instanceof PDFRef) return root;
  throw new ToolkitError('damaged', 'the page tree is not an indirect object', {}, { origin: 'PdfError' });
}
