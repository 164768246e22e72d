import { openPdf, type PdfFile } from '@countersign/pdf';
import { checkArguments } from '@countersign/pdf/arguments';
import { type DiagnosableField, diagnoseFieldNames } from '../attributes/diagnosis.ts';
import { groupBy, parseNameSegment } from '../attributes/field-names.ts';
import { allowsPrefill, forbidsManualEntry, type NameWarning } from '../attributes/warnings.ts';
import { READING } from '../errors.ts';
import { readDateFormat } from './date-fields.ts';
import { describeDamage, describeScripts, type FieldActions, listActions } from './field-damage.ts';
import type { DisplayedBox, FieldDict, FieldWarning, PageWidget } from './field-dict.ts';
import { FieldFlag, type FieldOption, type FormField } from './field-kind.ts';
import {
  type ButtonWidget,
  compareBoxes,
  listButtonOptions,
  listButtonWidgets,
  listChoiceOptions,
  sortByPlace,
} from './field-options.ts';
import { readDefaultValue, readFieldValue } from './field-values.ts';
import { type Field, type Form, type FormReading, readForm } from './form.ts';
import { readMaxLength } from './inherited-entries.ts';

const OBJECTS = [
  '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 5 0 R]>>>>',
  '<</Type/Pages/Count 1/Kids[3 0 R]>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Annots[4 0 R 5 0 R]>>',
  '<</Subtype/Widget/FT/Tx/T(a)/V(b)/Rect[0 0 9 9.5]/P 3 0 R>>',
  '<</Subtype/Widget/FT/Btn/T(c)/Rect[0 0 9 9.5]/P 3 0 R>>',
];

let uses = 0;
const kept: unknown[] = [];

/**
 * If a full collection finds no living object of a shape, V8 drops its compiled code: reading forms in
 * sequence took three times as long.
 */
function keepShapes(read: (file: PdfFile) => unknown): void {
  uses += 1;
  if (uses === 2) kept.push(read(openPdf(spellFile())));
}

function spellFile(): Uint8Array {
  let body = '%PDF-1.7\n';
  let table = `xref\n0 ${OBJECTS.length + 1}\n0000000000 65535 f \n`;
  for (const [index, object] of OBJECTS.entries()) {
    table += `${String(body.length).padStart(10, '0')} 00000 n \n`;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const trailer = `trailer\n<</Root 1 0 R/Size ${OBJECTS.length + 1}>>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + table + trailer, 'latin1');
}

const NO_BOXES: readonly WidgetBox[] = [];

type WidgetBox = FormField['widgets'][number];

/**
 * Lists the fields that hold values, in reading order. Changes nothing. In a file of more than 100 pages, unlisted
 * fields are looked for on the pages of listed ones only, unless `everyPage` is set.
 */
export function readFormFields(file: PdfFile, reading: FormReading = {}): FormField[] {
  checkArguments({ file, reading }, READING);
  return describeFields(readForm(file, reading));
}

export function describeFields(form: Form): FormField[] {
  keepShapes((file) => {
    const small = readForm(file);
    return [small, describeFields(small), ...file.pages()];
  });
  const fields = form.fields.map((field, position) => describeField(field, position));
  return sortByPlace(addNameWarnings(fields, form));
}

function describeField(field: Field, position: number): FormField {
  const [node] = field.nodes;
  const { label, attributes } = parseNameSegment(field.partialName);
  const buttons = isButton(field) ? listButtonWidgets(field) : [];
  const widgets = listBoxes(field, buttons);
  const value = readFieldValue(field, buttons);
  const actions = listActions(field);
  const maxLength = field.type === 'textField' ? shortestLength(field) : null;
  return {
    name: field.name,
    fieldId: node.ref ? `${node.ref.objectNumber}-${node.ref.generationNumber}` : `direct-${position}`,
    type: field.type,
    label,
    required: hasFlag(field, FieldFlag.required),
    readOnly: hasFlag(field, FieldFlag.readOnly) || forbidsManualEntry(attributes),
    editable: field.name !== '' && allowsPrefill(attributes),
    boundingBox: widgets[0]?.option === undefined ? (widgets[0] ?? null) : withoutOption(widgets[0]),
    widgets,
    defaultValues: readDefaultValue(field, buttons),
    value,
    options: listOptions(field, buttons),
    multiline: field.type === 'textField' && hasFlag(field, FieldFlag.multiline),
    multiSelect: field.type === 'listbox' && hasFlag(field, FieldFlag.multiSelect),
    password: field.isPassword,
    maxLength,
    dateFormat: readDateFormat(field, actions, { value, maxLength, attributes }),
    attributes,
    warnings: listWarnings(field, actions),
  };
}

function listWarnings(field: Field, actions: FieldActions): readonly FieldWarning[] {
  const damage = describeDamage(field);
  const scripts = describeScripts(actions);
  return scripts.length === 0 ? damage : damage.concat(scripts);
}

function listOptions(field: Field, buttons: readonly ButtonWidget[]): FieldOption[] {
  if (isButton(field)) return listButtonOptions(buttons);
  return field.type === 'textField' ? [] : listChoiceOptions(field.nodes[0]);
}

export function isButton(field: Field): boolean {
  return field.type === 'checkbox' || field.type === 'radioButton';
}

/** A value is written to all dictionaries of a name. */
function shortestLength({ nodes }: Field): number | null {
  if (nodes.length === 1) return readMaxLength(nodes[0]);
  const lengths = nodes.map(readMaxLength).filter((length) => length !== null);
  return lengths.length > 0 ? Math.min(...lengths) : null;
}

function hasFlag(field: Field, flag: number): boolean {
  return (field.flags & flag) !== 0;
}

/** Lists a box for each page that lists the widget, also against ISO 32000-1 12.5.2. */
function listBoxes(field: Field, buttons: readonly ButtonWidget[]): readonly WidgetBox[] {
  const single = buttons.length === 0 ? singlePlace(field) : undefined;
  if (single !== undefined) return single.box ? [single.box] : NO_BOXES;
  const optionOf = buttons.length > 0 ? mapOptions(buttons) : undefined;
  const boxes: WidgetBox[] = [];
  for (const { widgets } of field.nodes) {
    for (const widget of widgets) {
      const option = optionOf?.get(widget);
      for (const { box } of widget.places) {
        if (box) boxes.push(option === undefined ? box : { ...box, option });
      }
    }
  }
  return boxes.length > 1 ? boxes.sort(compareBoxes) : boxes;
}

/** Fast path: one widget on one page. */
function singlePlace({ nodes }: Field): PageWidget | undefined {
  const { widgets } = nodes[0];
  const [widget] = widgets;
  const isSingle = nodes.length === 1 && widgets.length === 1 && widget?.places.length === 1;
  return isSingle ? widget.places[0] : undefined;
}

function mapOptions(buttons: readonly ButtonWidget[]): ReadonlyMap<FieldDict, string> {
  return new Map(buttons.map(({ widget, value }) => [widget, value]));
}

function withoutOption({ page, x, y, width, height }: WidgetBox): DisplayedBox {
  return { page, x, y, width, height };
}

function addNameWarnings(fields: FormField[], form: Form): FormField[] {
  const diagnosis = diagnoseFieldNames(listNames(fields, form));
  if (diagnosis.length === 0) return fields;
  const warnings = groupBy(diagnosis, ({ field }) => field);
  return fields.map((field) => {
    const ofName = warnings.get(field.name);
    return ofName ? { ...field, warnings: [...field.warnings, ...ofName.map(toFieldWarning)] } : field;
  });
}

/** All dictionaries, so that duplicates are found; without duplicates only names that need a diagnosis. */
function listNames(fields: readonly FormField[], form: Form): readonly DiagnosableField[] {
  const names: DiagnosableField[] = [];
  for (const [position, { name, required, value, attributes }] of fields.entries()) {
    const field = form.fields[position];
    if (!field || name === '') continue;
    if (!form.sharesNames && !required && attributes.length === 0) continue;
    const readOnly = hasFlag(field, FieldFlag.readOnly);
    const facts = { name, required, readOnly, filled: value.length > 0, attributes };
    for (let count = field.nodes.length; count > 0; count -= 1) names.push(facts);
  }
  return names;
}

function toFieldWarning({ code, message }: NameWarning) {
  return { code, message };
}

/** Lists fields with a name and a value, in the order of `readFormFields`. */
export function readFieldValues(file: PdfFile): { name: string; value: string[] }[] {
  return readFormFields(file)
    .filter(({ name, value }) => name !== '' && value.length > 0)
    .map(({ name, value }) => ({ name, value: [...value] }));
}
