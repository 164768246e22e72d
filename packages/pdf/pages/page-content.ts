import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRawStream, PDFRef, PDFStream } from 'pdf-lib';
import { entriesOf } from '../lazy-object-map.ts';
import type { PdfFile } from '../pdf-file.ts';
import { deflatedStream } from '../write/deflated-stream.ts';
import { type BalancedContent, balanceContent } from './balance-content.ts';
import type { PdfRect } from './page-box.ts';
import type { PdfPage } from './pdf-page.ts';

export type ContentResources = Readonly<Record<string, Readonly<Record<string, PDFObject>>>>;

/** Pages in q and Q, and whether readers show what follows their content. */
const WRAPPED = new WeakMap<PDFDict, Pick<BalancedContent, 'isSound' | 'endsEarly'>>();

/** Whether MuPDF showed less of a page than other readers before `appendPageContent`. */
export function endedEarly(page: PdfPage): boolean {
  return WRAPPED.get(page.dict)?.endsEarly === true;
}

/**
 * Draws on top of a page, in user space and the initial graphics state. The operators become a form XObject, to
 * avoid name collisions. Returns false if the page's content is so broken that readers may not show what follows.
 */
export function appendPageContent(
  file: PdfFile,
  page: PdfPage,
  operators: string | Uint8Array,
  resources: ContentResources = {},
): boolean {
  const form = registerForm(file, page.geometry.mediaBox, operators, resources);
  const name = addPageXObject(page, form);
  const parts = listContents(page);
  const known = WRAPPED.get(page.dict);
  const { parts: wrapped, isSound, endsEarly } = known ? { parts, ...known } : wrap(file, parts);
  WRAPPED.set(page.dict, { isSound, endsEarly });
  const draw = registerContent(file, `q ${name.asString()} Do Q\n`);
  page.dict.set(PDFName.of('Contents'), file.context.obj([...wrapped, draw]));
  return isSound;
}

/** With its own resources, clipped to `bbox`. */
export function registerForm(
  file: PdfFile,
  bbox: PdfRect,
  operators: string | Uint8Array,
  resources: ContentResources,
): PDFRef {
  const { context } = file;
  const groups = Object.entries(resources).map(([category, objects]) => [
    category,
    context.obj({ ...objects }),
  ]);
  const form = deflatedStream(context, operators, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [...bbox],
    Resources: context.obj(Object.fromEntries(groups)),
  });
  return context.register(form);
}

function addPageXObject(page: PdfPage, object: PDFRef): PDFName {
  const resources = copyOwnResources(page);
  const xObjects = copyDict(resources.lookup(PDFName.of('XObject')), page);
  let number = xObjects.keys().length + 1;
  while (xObjects.has(PDFName.of(`Cs${number}`))) number += 1;
  const name = PDFName.of(`Cs${number}`);
  xObjects.set(name, object);
  resources.set(PDFName.of('XObject'), xObjects);
  return name;
}

/** They may be inherited or shared. */
function copyOwnResources(page: PdfPage): PDFDict {
  const resources = copyDict(page.inherited('Resources'), page);
  page.dict.set(PDFName.of('Resources'), resources);
  return resources;
}

function copyDict(object: PDFObject | undefined, page: PdfPage): PDFDict {
  const entries = object instanceof PDFDict ? new Map(entriesOf(object)) : new Map<PDFName, PDFObject>();
  return PDFDict.fromMapWithContext(entries, page.dict.context);
}

function listContents(page: PdfPage): PDFObject[] {
  const entry = page.dict.get(PDFName.of('Contents'));
  const value = page.dict.context.lookup(entry);
  if (value instanceof PDFArray) return value.asArray();
  return value instanceof PDFStream && entry instanceof PDFRef ? [entry] : [];
}

/** Content may lack trailing white space. */
function wrap(file: PdfFile, parts: readonly PDFObject[]): Omit<BalancedContent, 'closing'> {
  // Readers ignore other items; a nested array would be one level deeper than before.
  const streams = parts.filter((part) => file.context.lookup(part) instanceof PDFStream);
  if (streams.length === 0) return { parts: streams, isSound: true, endsEarly: false };
  const balanced = balanceContent(file.context, streams);
  const end = registerContent(file, `\n${balanced.closing}Q\n`);
  const { isSound, endsEarly } = balanced;
  return { parts: [registerContent(file, 'q\n'), ...balanced.parts, end], isSound, endsEarly };
}

function registerContent(file: PdfFile, operators: string): PDFRef {
  const bytes = Buffer.from(operators, 'latin1');
  return file.context.register(PDFRawStream.of(PDFDict.withContext(file.context), bytes));
}
