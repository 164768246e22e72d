import {
  decodeStream,
  decodeTextString,
  lookupArray,
  lookupDict,
  lookupName,
  PdfError,
  type PdfRect,
  readRect,
} from '@countersign/pdf';
import { PDFDict, PDFName, PDFNull, type PDFObject, PDFStream } from 'pdf-lib';
import type { FieldFacts } from './field-tree.ts';
import { drawsOnlyFrame } from './frame-content.ts';

/** Usually some hundred bytes. */
const MAX_APPEARANCE_BYTES = 1 << 16;

/** They draw nothing, whatever their value (ISO 32000-2 table 57). */
const PLAIN_ENTRIES: ReadonlySet<string> = new Set('Type CA ca AIS SA OP op OPM'.split(' '));
const PLAIN_NAMES: ReadonlySet<string> = new Set(['BM Normal', 'SMask None']);

/** No value, and an appearance that shows none. `widget` is the field or one of its widgets. */
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

/** False also if the states are those of the page. */
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
