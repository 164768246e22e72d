import { PDFName } from 'pdf-lib';
import { hasBrokenOptions } from './choice-options.ts';
import { readEntry, readNumbers } from './dict-reading.ts';
import type { Field, Form } from './form.ts';
import type { FieldWarning } from './form-field.ts';
import { Key } from './keys.ts';

/** What is wrong with a field in the file, as far as a person who places or fills it should know. */
export function describeDamage(form: Form, field: Field): FieldWarning[] {
  const [node] = field.nodes;
  const warnings = field.nodes.flatMap((each) => each.warnings);
  if (field.name === '') warnings.push(UNNAMED);
  if (readEntry(node.dict, Key.T) instanceof PDFName) warnings.push(NAME_NOT_TEXT);
  if (hasBrokenOptions(node)) warnings.push(OPTIONS_NOT_A_LIST);
  return [...warnings, ...describePlace(form, field)];
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
const NOT_SHOWN: FieldWarning = { code: 'field_not_shown', message: 'No page shows the field.' };
const BROKEN_RECTANGLE: FieldWarning = {
  code: 'broken_rectangle',
  message: 'The rectangle of a widget is not four numbers, so its place is unknown.',
};

function describePlace(form: Form, field: Field): FieldWarning[] {
  const widgets = field.nodes.flatMap((node) => node.widgets);
  const shown = widgets.filter(({ dict }) => form.pageWidgets.has(dict));
  if (shown.length === 0) return [NOT_SHOWN];
  return shown.every(({ dict }) => readNumbers(dict, Key.Rect, 4)) ? [] : [BROKEN_RECTANGLE];
}
