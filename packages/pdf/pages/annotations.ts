import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import type { PdfFile } from '../pdf-file.ts';
import { DictKeys } from '../read/dict-keys.ts';
import { asNumber, nameOf } from '../read/lookup.ts';
import { type PdfRect, readRect } from './page-box.ts';
import { type ContentResources, registerForm } from './page-content.ts';
import type { PdfPage } from './pdf-page.ts';

/** ISO 32000-1 table 165 defines the flags. */
const HIDDEN = 1 << 1;
const PRINT = 1 << 2;
const NO_ZOOM = 1 << 3;
const NO_ROTATE = 1 << 4;
const READ_ONLY = 1 << 6;
const LOCKED = 1 << 7;
const LOCKED_CONTENTS = 1 << 9;

const READ = ['AP', 'F', 'Rect', 'Subtype'] as const;
const READ_KEYS = new DictKeys(READ);
const ANNOTS = PDFName.of('Annots');
const POPUP = PDFName.of('Popup');
const LINK = PDFName.of('Link');
const WATERMARK = PDFName.of('Watermark');
const OWN_LISTS = new WeakSet<PDFArray>();

/** Points: a reader may draw a border of its own. */
const BORDER_MARGIN = 4;

export interface DrawnAnnotation {
  /** Whether it does not rotate with the page. */
  readonly isUpright: boolean;
  /** The rectangle in user space; undefined if it may be anywhere on the page. */
  readonly rect: PdfRect | undefined;
}

/** Returns the annotations that a reader may draw, including those only printed or on a hidden layer. */
export function listDrawnAnnotations(file: PdfFile, page: PdfPage): DrawnAnnotation[] {
  const drawn: DrawnAnnotation[] = [];
  for (const item of page.annotationItems()) {
    const entryOf = openAnnotation(file, item);
    const annotation = entryOf && readDrawn(entryOf);
    if (annotation !== undefined) drawn.push(annotation);
  }
  return drawn;
}

/** An entry is undefined if it is missing. */
type EntryOf = (key: (typeof READ)[number]) => PDFObject | undefined;

/** Reads an annotation from its bytes if possible, because a save compares every object that was parsed. */
function openAnnotation(file: PdfFile, item: PDFObject): EntryOf | undefined {
  const { context } = file;
  const walked = item instanceof PDFRef ? file.walkDict(item, READ_KEYS) : undefined;
  if (walked !== undefined) return (key) => context.lookup(file.parseEntry(walked, READ.indexOf(key)));
  const dict = context.lookup(item);
  return dict instanceof PDFDict ? (key) => dict.lookup(nameOf(key)) : undefined;
}

export function isOver({ rect }: DrawnAnnotation, [left, bottom, right, top]: PdfRect): boolean {
  if (rect === undefined) return true;
  return rect[0] < right && rect[2] > left && rect[1] < top && rect[3] > bottom;
}

/**
 * Draws on top of a page and the annotations in `over`, as a printed and locked annotation. The operators draw in
 * user space.
 */
export function addTopAnnotation(
  file: PdfFile,
  page: PdfPage,
  rect: PdfRect,
  operators: string | Uint8Array,
  { resources, over }: { readonly resources: ContentResources; readonly over: readonly DrawnAnnotation[] },
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
  ownList(page).push(context.register(annotation));
}

/** Copies the list, which other pages may share. */
function ownList(page: PdfPage): PDFArray {
  const known = page.dict.get(ANNOTS);
  if (known instanceof PDFArray && OWN_LISTS.has(known)) return known;
  const list = page.dict.context.obj([...page.annotationItems()]);
  OWN_LISTS.add(list);
  page.dict.set(ANNOTS, list);
  return list;
}

/** PDF.js shows NoRotate annotations above all others. */
function rotationFlag(page: PdfPage, over: readonly DrawnAnnotation[]): number {
  return page.geometry.rotate === 0 && over.some(({ isUpright }) => isUpright) ? NO_ROTATE : 0;
}

/**
 * Returns undefined for pop-ups, which are not part of the page, and for links without appearance, which have
 * at most a border.
 */
function readDrawn(entryOf: EntryOf): DrawnAnnotation | undefined {
  const flags = asNumber(entryOf('F')) ?? 0;
  const kind = entryOf('Subtype');
  if ((flags & HIDDEN) !== 0 || kind === POPUP) return undefined;
  if (kind === LINK && entryOf('AP') === undefined) return undefined;
  // Fixed size, direction or sheet position (12.5.6.22) may lead outside /Rect.
  const isElsewhere = (flags & (NO_ZOOM | NO_ROTATE)) !== 0 || kind === WATERMARK;
  return {
    isUpright: (flags & NO_ROTATE) !== 0,
    rect: isElsewhere ? undefined : withBorder(readRect(entryOf('Rect'))),
  };
}

function withBorder(rect: PdfRect | undefined): PdfRect | undefined {
  if (rect === undefined) return undefined;
  const [left, bottom, right, top] = rect;
  return [left - BORDER_MARGIN, bottom - BORDER_MARGIN, right + BORDER_MARGIN, top + BORDER_MARGIN];
}
