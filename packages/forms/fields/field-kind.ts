import type { DayFormat } from '../attributes/days.ts';
import type { ParsedAttribute } from '../attributes/field-names.ts';
import { Key } from './dict-reading.ts';
import type { DisplayedBox, FieldNode, FieldWarning } from './field-dict.ts';
import { readFieldFlags, readInherited } from './inherited-entries.ts';

/** /Ff (ISO 32000-1 tables 221, 226, 228, 230); the standard counts bits from 1. */
export const FieldFlag = {
  readOnly: 1 << 0,
  required: 1 << 1,
  multiline: 1 << 12,
  password: 1 << 13,
  /** One button is always chosen. */
  noToggleToOff: 1 << 14,
  radio: 1 << 15,
  pushButton: 1 << 16,
  combo: 1 << 17,
  edit: 1 << 18,
  fileSelect: 1 << 20,
  multiSelect: 1 << 21,
  comb: 1 << 24,
  /** The same bit on a radio group and on a text field. */
  radiosInUnison: 1 << 25,
  richText: 1 << 25,
} as const;

/** /F (ISO 32000-1 table 165). */
export const AnnotationFlag = {
  hidden: 1 << 1,
  print: 1 << 2,
  noRotate: 1 << 4,
  noView: 1 << 5,
} as const;

/** Push buttons and signature fields are excluded: they take no value. */
export type FieldType = 'checkbox' | 'combobox' | 'listbox' | 'radioButton' | 'textField';

export interface FieldOption {
  readonly label: string;
  /** The export value, or the on state of a button without one. */
  readonly value: string;
}

/** One form field as the service shows it [D2-01]. */
export interface FormField {
  /** Fully qualified, attributes included. It is empty if the file has none. */
  readonly name: string;
  /** Unique inside this file only. */
  readonly fieldId: string;
  readonly type: FieldType;
  readonly label: string;
  readonly required: boolean;
  /** The PDF's flag or an attribute. */
  readonly readOnly: boolean;
  readonly editable: boolean;
  /** The box of the first widget; null if no page shows the field. */
  readonly boundingBox: DisplayedBox | null;
  /** `option` is the value of a button's widget. */
  readonly widgets: readonly (DisplayedBox & { readonly option?: string | undefined })[];
  readonly defaultValues: readonly string[];
  readonly value: readonly string[];
  readonly options: readonly FieldOption[];
  readonly multiline: boolean;
  readonly multiSelect: boolean;
  /** `value` is what the file has: asterisks, unless its writer stored the text. */
  readonly password: boolean;
  /** Unicode code points; null if unlimited. */
  readonly maxLength: number | null;
  /** How days are written in a field that a script makes a date, if the format is one of `DAY_FORMATS`. */
  readonly dateFormat?: DayFormat | undefined;
  readonly attributes: readonly ParsedAttribute[];
  readonly warnings: readonly FieldWarning[];
}

/** `unknown` has no usable /FT. */
export type FieldKind = FieldType | 'pushButton' | 'signature' | 'unknown';

/** ISO 32000-1 12.7.4. A button with both flags is a push button, as in readers. */
export function readFieldKind(node: FieldNode): FieldKind {
  const type = readInherited(node, Key.FT);
  if (type === Key.Tx) return 'textField';
  if (type === Key.Sig) return 'signature';
  const flags = readFieldFlags(node);
  if (type === Key.Ch) return flags & FieldFlag.combo ? 'combobox' : 'listbox';
  if (type !== Key.Btn) return 'unknown';
  if (flags & FieldFlag.pushButton) return 'pushButton';
  return flags & FieldFlag.radio ? 'radioButton' : 'checkbox';
}

export function isFieldType(kind: FieldKind): kind is FieldType {
  return kind !== 'pushButton' && kind !== 'signature' && kind !== 'unknown';
}

/** The limit counts for one field: lists of municipalities or occupations have some thousands. */
export const MAX_OPTIONS = 20_000;

/** Stored as a stream. */
export const MAX_VALUE_BYTES = 4 * 1024 * 1024;

/** In files with more pages, not all are searched for unlisted fields; this many take some milliseconds. */
export const MAX_PAGES_WALKED = 100;

/** An asterisk for each character. */
export function maskPassword(text: string): string {
  return '*'.repeat(Array.from(text).length);
}
