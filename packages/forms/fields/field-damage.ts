import type { RawValue } from '@countersign/pdf';
import { type PDFDict, PDFName } from 'pdf-lib';
import { asDict, Key, readEntry, readNumber, readText } from './dict-reading.ts';
import type { FieldDict, FieldNode, FieldWarning, PageWidget } from './field-dict.ts';
import { AnnotationFlag } from './field-kind.ts';
import { hasBrokenOptions } from './field-options.ts';
import type { Field } from './form.ts';

export function describeDamage(field: Field): FieldWarning[] {
  const [node] = field.nodes;
  const warnings: FieldWarning[] = [];
  for (const each of field.nodes) if (each.warnings.length > 0) warnings.push(...each.warnings);
  if (field.name === '') warnings.push(UNNAMED);
  if (isNamedByName(node)) warnings.push(NAME_NOT_TEXT);
  if (hasBrokenOptions(node)) warnings.push(OPTIONS_NOT_A_LIST);
  if (showsText(field) && lacksFont(node.entries)) warnings.push(NO_FONT);
  const place = describePlace(field);
  if (place !== undefined) warnings.push(place);
  return warnings;
}

function isNamedByName({ entries }: FieldNode): boolean {
  if (entries.isEncodedAsString(Key.T)) return false;
  return readEntry(entries, Key.T) instanceof PDFName;
}

/** Fast path: most /DA are literal strings with the bytes "Tf". */
function lacksFont(entries: FieldDict): boolean {
  const raw = entries.raw(Key.DA);
  if (raw !== undefined && containsTf(raw)) return false;
  return readText(entries, Key.DA)?.includes('Tf') === false;
}

/** A string that begins with a slash has no byte order mark. */
function containsTf({ bytes, start, end }: RawValue): boolean {
  if (bytes[start] !== PAREN_OPEN || bytes[start + 1] !== SLASH) return false;
  for (let at = start + 2; at + 1 < end; at += 1) {
    if (bytes[at] === LETTER_T && bytes[at + 1] === LETTER_F) return true;
  }
  return false;
}

const PAREN_OPEN = 0x28;
const SLASH = 0x2f;
const LETTER_T = 0x54;
const LETTER_F = 0x66;

function showsText({ type }: Field): boolean {
  return type !== 'checkbox' && type !== 'radioButton';
}

const UNNAMED: FieldWarning = {
  code: 'field_without_name',
  message: 'The field has no name, so no value can be given for it.',
};
const NAME_NOT_TEXT: FieldWarning = {
  code: 'field_name_not_text',
  message: 'The field name is not stored as text.',
};
const OPTIONS_NOT_A_LIST: FieldWarning = {
  code: 'options_not_a_list',
  message: 'The options of the field are not stored as a list and are not read.',
};
const NO_FONT: FieldWarning = {
  code: 'default_appearance_without_font',
  message: 'The default appearance of the field has no font; it is replaced when a value is written.',
};
const NOT_SHOWN: FieldWarning = { code: 'field_not_shown', message: 'No page shows the field.' };
const HIDDEN: FieldWarning = {
  code: 'field_hidden',
  message: 'Readers do not show the field, so nobody sees what is entered into it.',
};
const OUT_OF_SIGHT: FieldWarning = {
  code: 'field_out_of_sight',
  message: 'The field has no area or lies outside its page, so nobody sees it.',
};
const BROKEN_RECTANGLE: FieldWarning = {
  code: 'broken_rectangle',
  message: 'The rectangle of a widget is not four numbers, so its position is unknown.',
};

function describePlace(field: Field): FieldWarning | undefined {
  let isPlaced = false;
  let isShown = false;
  let isSeen = false;
  for (const { widgets } of field.nodes) {
    for (const widget of widgets) {
      const place = widget.places[0];
      if (place && !place.box) return BROKEN_RECTANGLE;
      if (!place) continue;
      isPlaced = true;
      if (isUnseen(widget)) continue;
      isShown = true;
      isSeen ||= widget.places.some(isInSight);
    }
  }
  if (isSeen) return undefined;
  if (!isPlaced) return NOT_SHOWN;
  return isShown ? OUT_OF_SIGHT : HIDDEN;
}

function isInSight({ box, geometry }: PageWidget): boolean {
  if (!box || box.width <= 0 || box.height <= 0) return false;
  const isAcross = box.x < geometry.displayedWidth && box.x + box.width > 0;
  return isAcross && box.y < geometry.displayedHeight && box.y + box.height > 0;
}

/** Hidden or NoView (ISO 32000-1 table 165). */
export function isUnseen(widget: FieldDict): boolean {
  return ((readNumber(widget, Key.F) ?? 0) & (AnnotationFlag.hidden | AnnotationFlag.noView)) !== 0;
}

/** ISO 32000-1 table 196. */
const SCRIPTS: readonly (readonly [key: PDFName, warning: FieldWarning])[] = [
  [
    Key.K,
    {
      code: 'has_keystroke_script',
      message: 'A script, which is not run, changes or refuses what is typed.',
    },
  ],
  [
    Key.F,
    {
      code: 'has_format_script',
      message: 'A script, which is not run, formats the value; it is shown as given.',
    },
  ],
  [Key.V, { code: 'has_validation_script', message: 'A script, which is not run, checks the value.' }],
  [
    Key.C,
    { code: 'has_calculation', message: 'A script, which is not run, computes the value from others.' },
  ],
];

const NO_WARNINGS: readonly FieldWarning[] = [];

/** They are never run. */
export function describeScripts(actions: FieldActions): readonly FieldWarning[] {
  if (actions.length === 0) return NO_WARNINGS;
  return SCRIPTS.filter(([key]) => actions.some((dict) => dict.has(key))).map(([, warning]) => warning);
}

export function isComputed(field: Field): boolean {
  return listActions(field).some((dict) => dict.has(Key.C));
}

/** The dictionaries of actions that a field and its widgets have (ISO 32000-1 12.6.3). */
export type FieldActions = readonly PDFDict[];

export function listActions({ nodes }: Field): PDFDict[] {
  const actions: PDFDict[] = [];
  for (const { entries, widgets } of nodes) {
    addActions(entries, actions);
    for (const widget of widgets) if (widget !== entries) addActions(widget, actions);
  }
  return actions;
}

function addActions(dict: FieldDict, actions: PDFDict[]): void {
  const own = asDict(dict.entry(Key.AA));
  if (own) actions.push(own);
}
