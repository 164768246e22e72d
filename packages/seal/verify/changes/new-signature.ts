import { lookupArray, lookupName, lookupNumber, readRect } from '@countersign/pdf';
import { type PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';
import { readText } from '../../fields/text.ts';
import { staysInRectangle } from './appearance-content.ts';
import { plainDictAt } from './revision.ts';

/** None of them active. */
const ENTRIES: ReadonlySet<string> = new Set([
  ...['FT', 'T', 'TU', 'TM', 'Ff', 'V', 'Kids', 'Parent', 'Lock', 'SV', 'DA', 'Q', 'DR'],
  ...['Type', 'Subtype', 'Rect', 'P', 'F', 'AP', 'AS', 'MK', 'H', 'NM', 'M', 'Border', 'BS', 'C'],
]);
const HIDDEN = 2;
/** Of one field. */
const MAX_KIDS = 64;

export interface NewSignature {
  readonly name: string;
  /** The field too, if it is its own widget. */
  readonly widgets: readonly PDFRef[];
  /** Undefined for an empty field. */
  readonly value: PDFDict | undefined;
}

/** Undefined if there is anything else. `parentName` is that of its group. */
export function readNewSignature(
  ref: PDFRef,
  field: PDFObject | undefined,
  parentName = '',
): NewSignature | undefined {
  if (!(field instanceof PDFDict) || !hasOnlyEntries(field)) return undefined;
  if (lookupName(field, 'FT') !== 'Sig') return undefined;
  const partial = readText(field, 'T');
  const kids = readKids(field);
  if (!partial || kids === undefined) return undefined;
  return {
    name: parentName === '' ? partial : `${parentName}.${partial}`,
    widgets: kids.length > 0 ? kids : [ref],
    value: plainDictAt(field, 'V'),
  };
}

export function isTimestamp(value: PDFDict): boolean {
  return lookupName(value, 'SubFilter') === 'ETSI.RFC3161';
}

/** Square units; 0 if flat, or hidden and without an appearance. */
export function visibleArea(widget: PDFDict): number {
  const sides = lookupArray(widget, 'Rect');
  const flags = lookupNumber(widget, 'F') ?? 0;
  const hasAppearance = widget.has(PDFName.of('AP'));
  // Some readers take 2.5 or 2.0 as no flags.
  const isHidden = flags % 1 === 0 && (flags & HIDDEN) !== 0 && !hasAppearance;
  // Without a rectangle, MuPDF draws an appearance over the page.
  if (sides === undefined && hasAppearance) return Number.POSITIVE_INFINITY;
  if (sides === undefined || isHidden) return 0;
  if (!staysInRectangle(widget)) return Number.POSITIVE_INFINITY;
  const rect = readRect(sides);
  if (rect) return (rect[2] - rect[0]) * (rect[3] - rect[1]);
  // Readers differ on malformed rectangles.
  return isFlat(sides) ? 0 : Number.POSITIVE_INFINITY;
}

function isFlat(sides: PDFArray): boolean {
  const numbers = sides.asArray().map((_, index) => {
    const side = sides.lookup(index);
    return side instanceof PDFNumber ? side.asNumber() : Number.NaN;
  });
  const [left, bottom, right, top] = numbers;
  const isValid = numbers.length === 4 && !numbers.some(Number.isNaN);
  return isValid && (left === right || bottom === top);
}

/** /Type is Annot or missing: fields that call themselves pages are not verified. Others than widgets are drawn differently. */
function hasOnlyEntries(dict: PDFDict): boolean {
  const type = dict.lookup(PDFName.of('Type'));
  const subtype = dict.lookup(PDFName.of('Subtype'));
  if (type !== undefined && type !== PDFName.of('Annot')) return false;
  if (subtype !== undefined && subtype !== PDFName.of('Widget')) return false;
  return dict.keys().every((key) => ENTRIES.has(key.decodeText()));
}

/** Undefined if a kid is not a simple widget of this field. */
function readKids(field: PDFDict): PDFRef[] | undefined {
  const kids = lookupArray(field, 'Kids')?.asArray() ?? [];
  const refs = kids.filter((kid) => kid instanceof PDFRef);
  if (refs.length !== kids.length || kids.length > MAX_KIDS) return undefined;
  const isPlain = refs.every((kid) => {
    const widget = field.context.lookup(kid);
    return widget instanceof PDFDict && hasOnlyEntries(widget) && !widget.has(PDFName.of('T'));
  });
  return isPlain ? refs : undefined;
}
