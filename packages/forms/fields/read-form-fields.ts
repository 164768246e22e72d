import type { PdfFile } from '@countersign/pdf';
import {
  allowsPrefill,
  diagnoseFieldNames,
  forbidsManualEntry,
  type NameWarning,
  parseNameSegment,
} from '../attributes/index.ts';
import { type ButtonWidget, listButtonOptions, listButtonWidgets } from './button-states.ts';
import { listChoiceOptions } from './choice-options.ts';
import { describeDamage } from './field-damage.ts';
import { FieldFlag } from './field-flags.ts';
import { compareBoxes } from './field-order.ts';
import { readDefaultValue, readFieldValue } from './field-values.ts';
import { type Field, type Form, readForm } from './form.ts';
import type { DisplayedBox, FieldOption, FormField } from './form-field.ts';
import { readMaxLength } from './inherited.ts';
import { locateWidget } from './page-widgets.ts';

type WidgetBox = FormField['widgets'][number];

/** Lists the fields that hold values, in the order in which a reader meets them. Changes nothing in the file. */
export function readFormFields(file: PdfFile): FormField[] {
  return describeFields(readForm(file));
}

/** The records of a form that was read before. */
export function describeFields(form: Form): FormField[] {
  const fields = form.fields.map((field, position) => describeField(form, field, position));
  return addNameWarnings(fields, form).sort((a, b) => compareBoxes(a.boundingBox, b.boundingBox));
}

function describeField(form: Form, field: Field, position: number): FormField {
  const [node] = field.nodes;
  const { label, attributes } = parseNameSegment(field.partialName);
  const buttons = isButton(field) ? listButtonWidgets(field) : [];
  const widgets = listBoxes(form, field, buttons);
  return {
    name: field.name,
    fieldId: node.ref ? `${node.ref.objectNumber}-${node.ref.generationNumber}` : `direct-${position}`,
    type: field.type,
    label,
    required: hasFlag(field, FieldFlag.required),
    readOnly: hasFlag(field, FieldFlag.readOnly) || forbidsManualEntry(attributes),
    editable: field.name !== '' && allowsPrefill(attributes),
    boundingBox: widgets[0] ? withoutOption(widgets[0]) : null,
    widgets,
    defaultValues: readDefaultValue(field, buttons),
    value: readFieldValue(field, buttons),
    options: listOptions(field, buttons),
    multiline: field.type === 'textField' && hasFlag(field, FieldFlag.multiline),
    multiSelect: field.type === 'listbox' && hasFlag(field, FieldFlag.multiSelect),
    maxLength: field.type === 'textField' ? readMaxLength(node) : null,
    attributes,
    warnings: describeDamage(form, field),
  };
}

/** Options of a choice field or button; none for a text field. */
export function listOptions(field: Field, buttons: readonly ButtonWidget[]): FieldOption[] {
  if (isButton(field)) return listButtonOptions(buttons);
  return field.type === 'textField' ? [] : listChoiceOptions(field.nodes[0]);
}

export function isButton(field: Field): boolean {
  return field.type === 'checkbox' || field.type === 'radioButton';
}

function hasFlag(field: Field, flag: number): boolean {
  return (field.flags & flag) !== 0;
}

function listBoxes(form: Form, field: Field, buttons: readonly ButtonWidget[]): WidgetBox[] {
  const optionOf = new Map(buttons.map(({ widget, value }) => [widget.dict, value]));
  const boxes = field.nodes
    .flatMap(({ widgets }) => widgets)
    .flatMap(({ dict }) => {
      const widget = form.pageWidgets.get(dict);
      const box = widget && locateWidget(widget);
      const option = optionOf.get(dict);
      return box ? [option === undefined ? box : { ...box, option }] : [];
    });
  return boxes.sort(compareBoxes);
}

function withoutOption({ page, x, y, width, height }: WidgetBox): DisplayedBox {
  return { page, x, y, width, height };
}

function addNameWarnings(fields: readonly FormField[], form: Form): FormField[] {
  const warnings = Map.groupBy(diagnoseFieldNames(listNames(fields, form)), ({ field }) => field);
  return fields.map((field) => ({
    ...field,
    warnings: [...field.warnings, ...(warnings.get(field.name) ?? []).map(toFieldWarning)],
  }));
}

/** One entry for each field dictionary, so that two of one name and type are found. */
function listNames(fields: readonly FormField[], form: Form) {
  return fields.flatMap(({ name, required, value }, position) => {
    const field = form.fields[position];
    if (!field || name === '') return [];
    const readOnly = hasFlag(field, FieldFlag.readOnly);
    return field.nodes.map(() => ({ name, required, readOnly, filled: value.length > 0 }));
  });
}

function toFieldWarning({ code, message }: NameWarning) {
  return { code, message };
}
