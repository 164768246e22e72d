import {
  DictKeys,
  type PdfFile,
  type RawDict,
  type RawValue,
  rawName,
  rawNumber,
  rawRef,
  rawText,
  walkDict,
} from '@countersign/pdf';
import type { PDFRef } from 'pdf-lib';
import { isHarmlessType, KIND_OF_ANNOTATION } from './action-rules.ts';

const ANNOTATION_KEY_NAMES = ['Subtype', 'A', 'AA', 'PA', 'AF', 'F'];
const ANNOTATION_KEYS = new DictKeys(ANNOTATION_KEY_NAMES);
export const FIELD_KEYS = new DictKeys(['T', 'Kids', ...ANNOTATION_KEY_NAMES]);
const ACTION_KEYS = new DictKeys(['S', 'Next', 'URI']);

/** Bits of /F (ISO 32000-1 table 165). */
const FLAG = { invisible: 1, hidden: 2, print: 4, noView: 32 } as const;
/** Fields become content of the page, and the others are not painted or not printed anyway. */
const PRINTED_OTHERWISE: ReadonlySet<string> = new Set(['Widget', 'Link', 'Popup']);

/** PDF.js and MuPDF hide invisible annotations of every type, Poppler none. */
export function isHiddenSomewhere(flags: number): boolean {
  return (flags & (FLAG.invisible | FLAG.hidden | FLAG.noView)) !== 0 || !(flags & FLAG.print);
}

export function completeFlags(type: string, flags: number): number {
  return PRINTED_OTHERWISE.has(type) ? flags | FLAG.print : flags;
}

/** Undefined unless it is harmless by its bytes. */
export function harmlessFlags(file: PdfFile, ref: PDFRef): number | undefined {
  const raw = file.walkDict(ref, ANNOTATION_KEYS);
  return raw && harmlessFlagsOf(file, raw);
}

/** Read with the annotation keys. */
export function harmlessFlagsOf(file: PdfFile, raw: RawDict): number | undefined {
  if (raw.get('AA') || raw.get('PA') || raw.get('AF')) return undefined;
  const type = rawName(raw.get('Subtype')) ?? '';
  if (KIND_OF_ANNOTATION.has(type)) return undefined;
  if (!isHarmlessAction(file, raw.get('A'))) return undefined;
  const flags = raw.get('F');
  const known = flags === undefined ? 0 : rawNumber(flags);
  return known === undefined ? undefined : completeFlags(type, known);
}

/** None, or harmless by its bytes. */
export function isHarmlessAction(file: PdfFile, value: RawValue | undefined): boolean {
  if (value === undefined) return true;
  const action = walkAction(file, value);
  if (action === undefined || action.get('Next')) return false;
  const uri = action.get('URI');
  if (uri !== undefined && uri.kind !== 'string') return false;
  return isHarmlessType(rawName(action.get('S')), rawText(uri));
}

function walkAction(file: PdfFile, value: RawValue): RawDict | undefined {
  const ref = rawRef(value);
  return ref === undefined ? walkDict(value, ACTION_KEYS) : file.walkDict(ref, ACTION_KEYS);
}
