import { type PDFDict, PDFName } from 'pdf-lib';
import type { PdfFile } from '../pdf-file.ts';
import { lookupName, lookupNumber } from '../read/lookup.ts';
import { type PdfRect, readRect } from './page-box.ts';
import { type ContentResources, registerForm } from './page-content.ts';
import type { PdfPage } from './pdf-page.ts';

/** Flags of an annotation (ISO 32000-1 table 165). */
const HIDDEN = 1 << 1;
const PRINT = 1 << 2;
const NO_ZOOM = 1 << 3;
const NO_ROTATE = 1 << 4;
const READ_ONLY = 1 << 6;
const LOCKED = 1 << 7;
const LOCKED_CONTENTS = 1 << 9;

/** Points around /Rect into which a reader that makes the appearance itself may draw a border. */
const BORDER_MARGIN = 4;

/**
 * Returns the annotations that a reader may draw over a rectangle of user space. Those that are shown or printed only, or
 * belong to a layer that is off, count as well.
 */
export function findAnnotationsOver(page: PdfPage, rect: PdfRect): PDFDict[] {
  return page
    .annotations()
    .map(({ dict }) => dict)
    .filter((annotation) => isDrawn(annotation) && mayReach(annotation, rect));
}

/**
 * Draws on top of a page and of all its annotations: as an annotation that is the last of /Annots, printed, and locked.
 * `over` are the annotations that it has to cover. Its operators draw in user space.
 */
export function addTopAnnotation(
  file: PdfFile,
  page: PdfPage,
  rect: PdfRect,
  operators: string | Uint8Array,
  { resources, over }: { readonly resources: ContentResources; readonly over: readonly PDFDict[] },
): void {
  const { context } = file;
  const annotation = context.obj({
    Type: 'Annot',
    Subtype: 'Stamp',
    Rect: [...rect],
    F: PRINT | READ_ONLY | LOCKED | LOCKED_CONTENTS | rotationFlag(page, over),
    P: page.ref,
    AP: { N: registerForm(file, rect, operators, resources) },
  });
  // Other pages may share the list.
  page.dict.set(PDFName.of('Annots'), context.obj([...page.annotationItems(), context.register(annotation)]));
}

/** PDF.js shows what does not turn with the page above everything that does. */
function rotationFlag(page: PdfPage, over: readonly PDFDict[]): number {
  const isUpright = page.geometry.rotate === 0;
  return isUpright && over.some((annotation) => (flagsOf(annotation) & NO_ROTATE) !== 0) ? NO_ROTATE : 0;
}

/** Pop-ups are windows of the reader, and a link that has no appearance is a frame at most. */
function isDrawn(annotation: PDFDict): boolean {
  if ((flagsOf(annotation) & HIDDEN) !== 0) return false;
  const kind = lookupName(annotation, 'Subtype');
  return kind !== 'Popup' && (kind !== 'Link' || annotation.has(PDFName.of('AP')));
}

function mayReach(annotation: PDFDict, [left, bottom, right, top]: PdfRect): boolean {
  const rect = readRect(annotation.lookup(PDFName.of('Rect')));
  const isElsewhere = (flagsOf(annotation) & (NO_ZOOM | NO_ROTATE)) !== 0;
  // What keeps its size or direction, or its place on the sheet (12.5.6.22), is not where /Rect says.
  if (rect === undefined || isElsewhere || lookupName(annotation, 'Subtype') === 'Watermark') return true;
  return (
    rect[0] - BORDER_MARGIN < right &&
    rect[2] + BORDER_MARGIN > left &&
    rect[1] - BORDER_MARGIN < top &&
    rect[3] + BORDER_MARGIN > bottom
  );
}

function flagsOf(annotation: PDFDict): number {
  return lookupNumber(annotation, 'F') ?? 0;
}
