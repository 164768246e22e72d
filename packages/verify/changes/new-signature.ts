import {
  decodeStream,
  decodeTextString,
  lookupArray,
  lookupDict,
  lookupName,
  lookupNumber,
  PdfError,
  type PdfRect,
  readRect,
} from '@countersign/pdf';
import { readText } from '@countersign/seal/checks';
import {
  type PDFArray,
  PDFDict,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFStream,
} from 'pdf-lib';
import { staysInRectangle } from './appearances.ts';
import type { FieldFacts } from './field-tree.ts';
import { drawsOnlyFrame } from './frame-content.ts';
import { plainDictAt } from './revision.ts';

/** Appearances usually have some hundred bytes. */
const MAX_APPEARANCE_BYTES = 1 << 16;

/** They draw nothing, whatever their value (ISO 32000-2 table 57). */
const PLAIN_ENTRIES: ReadonlySet<string> = new Set('Type CA ca AIS SA OP op OPM'.split(' '));
const PLAIN_NAMES: ReadonlySet<string> = new Set(['BM Normal', 'SMask None']);

/** Whether there is no value, and an appearance that shows none. `widget` is the field or one of its widgets. */
export function isBlank({ value, fieldType }: FieldFacts, widget: PDFDict): boolean {
  if (!isEmptyValue(value)) return false;
  if (fieldType === 'Btn') return (lookupName(widget, 'AS') ?? 'Off') === 'Off';
  const look = findAppearance(widget);
  if (look === undefined) return true;
  const content = tryDecode(look);
  return content !== undefined && drawsOnlyFrame(content, boxOf(look.dict), hasPlainStates(look.dict));
}

function findAppearance(widget: PDFDict): PDFStream | undefined {
  const normal = lookupDict(widget, 'AP')?.lookup(PDFName.of('N'));
  const state = widget.lookup(PDFName.of('AS'));
  const look = normal instanceof PDFDict && state instanceof PDFName ? normal.lookup(state) : normal;
  return look instanceof PDFStream ? look : undefined;
}

/** Returns false also if the states are those of the page. */
function hasPlainStates(form: PDFDict): boolean {
  const resources = lookupDict(form, 'Resources');
  const states = resources && lookupDict(resources, 'ExtGState');
  return states?.keys().every((key) => isPlainState(states.lookup(key))) ?? false;
}

/** Line widths, dashes and fonts are set by operators in a frame; masks and blending can draw. */
function isPlainState(state: PDFObject | undefined): boolean {
  if (!(state instanceof PDFDict)) return false;
  return state.keys().every((key) => {
    const name = key.decodeText();
    return PLAIN_ENTRIES.has(name) || PLAIN_NAMES.has(`${name} ${lookupName(state, name)}`);
  });
}

function boxOf(form: PDFDict): PdfRect {
  const sides = lookupArray(form, 'BBox');
  return (sides && readRect(sides)) ?? [0, 0, 0, 0];
}

function isEmptyValue(value: PDFObject | undefined): boolean {
  if (value === undefined || value === PDFNull) return true;
  if (value instanceof PDFName) return value === PDFName.of('Off');
  return decodeTextString(value) === '';
}

function tryDecode(stream: PDFStream): string | undefined {
  try {
    return Buffer.from(decodeStream(stream, MAX_APPEARANCE_BYTES)).toString('latin1');
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

/** No entry among these is active. */
const ENTRIES: ReadonlySet<string> = new Set([
  ...['FT', 'T', 'TU', 'TM', 'Ff', 'V', 'Kids', 'Parent', 'Lock', 'SV', 'DA', 'Q', 'DR'],
  ...['Type', 'Subtype', 'Rect', 'P', 'F', 'AP', 'AS', 'MK', 'H', 'NM', 'M', 'Border', 'BS', 'C'],
]);
const HIDDEN = 2;
/** The limit of one field. */
const MAX_KIDS = 64;

export interface NewSignature {
  readonly name: string;
  /** The field too, if it is its own widget. */
  readonly widgets: readonly PDFRef[];
  /** The value is undefined for an empty field. */
  readonly value: PDFDict | undefined;
}

/** Returns undefined if there is anything else. `parentName` is that of its group. */
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

/** Returns the area in square units, which is 0 if the widget is flat, or hidden and without an appearance. */
export function visibleArea(widget: PDFDict): number {
  const sides = lookupArray(widget, 'Rect');
  const flags = lookupNumber(widget, 'F') ?? 0;
  const hasAppearance = widget.has(PDFName.of('AP'));
  // Some readers take 2.5 or 2.0 as no flags.
  const isHidden = flags % 1 === 0 && (flags & HIDDEN) !== 0 && !hasAppearance;
  // MuPDF draws an appearance over the page if there is no rectangle.
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

/** Returns undefined if a kid is not a simple widget of this field. */
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
