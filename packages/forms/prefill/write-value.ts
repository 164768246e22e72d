import { encodeTextString, FORM_LIMITS } from '@countersign/pdf';
import { invalidArgument } from '@countersign/pdf/arguments';
import { PDFNumber, type PDFObject } from 'pdf-lib';
import { groupBy } from '../attributes/field-names.ts';
import { Key, readArray, readEntry, readNumber } from '../fields/dict-reading.ts';
import { describeScripts, isComputed, listActions } from '../fields/field-damage.ts';
import type { FieldDict, FieldNode } from '../fields/field-dict.ts';
import { FieldFlag, type FieldOption, maskPassword } from '../fields/field-kind.ts';
import {
  type ButtonWidget,
  findOptionIndex,
  listButtonWidgets,
  listChoiceOptions,
} from '../fields/field-options.ts';
import type { Field, Form } from '../fields/form.ts';
import { describeFields } from '../fields/form-fields.ts';
import { readFieldFlags } from '../fields/inherited-entries.ts';
import type { CheckedValue, FieldValue, GivenValue } from './check-values.ts';
import type { FormWarning } from './refresh-appearances.ts';

export type ReadonlyMode = 'keepOriginal' | 'filled' | 'all';

/** Sets the flag and never clears it (ISO 32000-1 table 221). Returns the names of changed fields. */
export function applyReadonlyMode(
  fields: readonly Field[],
  filled: ReadonlySet<string>,
  mode: ReadonlyMode,
): readonly string[] {
  if (mode === 'keepOriginal') return [];
  return fields.filter(({ name }) => mode === 'all' || filled.has(name)).flatMap(closeField);
}

function closeField(field: Field): string[] {
  let isOpen = false;
  for (const node of field.nodes) {
    if (closeNode(node)) isOpen = true;
    for (const widget of node.widgets) if (widget !== node.entries) closeWidget(widget);
  }
  return isOpen ? [field.name] : [];
}

function closeNode(node: FieldNode): boolean {
  const flags = readFieldFlags(node);
  if (flags & FieldFlag.readOnly) return false;
  node.entries.set(Key.Ff, closedFlags(flags));
  return true;
}

/** Some writers put field flags into widgets too, and pdf.js uses those. */
function closeWidget(widget: FieldDict): void {
  const flags = readNumber(widget, Key.Ff);
  if (flags === undefined || flags & FieldFlag.readOnly) return;
  widget.set(Key.Ff, closedFlags(flags));
}

let lastClosed = PDFNumber.of(FieldFlag.readOnly);

/** Thousands of fields have the same flags, and formatting a number takes long. */
function closedFlags(flags: number): PDFNumber {
  const closed = flags | FieldFlag.readOnly;
  if (lastClosed.asNumber() !== closed) lastClosed = PDFNumber.of(closed);
  return lastClosed;
}

/** The limit of a message, since a tax form computes hundreds. */
const MAX_NAMES = 5;

export function reportScripts(form: Form, written: ReadonlySet<string>): FormWarning[] {
  const ofFields = form.fields
    .filter(({ name }) => written.has(name))
    .flatMap((field) =>
      describeScripts(listActions(field)).map((warning) => ({ ...warning, field: field.name })),
    );
  return [...ofFields, ...reportCalculations(form)];
}

/** /CO lists the computed fields (ISO 32000-1 table 218); some writers leave it out. */
function reportCalculations(form: Form): FormWarning[] {
  const order = form.acroForm && readArray(form.acroForm, Key.CO);
  const listed = new Set<unknown>(order?.asArray().slice(0, FORM_LIMITS.formFields));
  const isListed = ({ nodes }: Field) =>
    listed.size > 0 && nodes.some(({ ref }) => ref !== undefined && listed.has(ref));
  const names = form.fields.filter((field) => isListed(field) || isComputed(field)).map(({ name }) => name);
  if (names.length === 0) return [];
  return [
    {
      code: 'calculations_not_run',
      message: `Scripts compute ${quoteNames(names)}; scripts are not run, so their values stay as they are.`,
    },
  ];
}

function quoteNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => `"${name}"`);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

export function resolveBooleans(form: Form, given: readonly GivenValue[]): readonly FieldValue[] {
  if (given.every(isText)) return given;
  const booleans = new Set(given.filter((entry) => !isText(entry)).map(({ name }) => name));
  const named = form.fields.filter(({ name }) => booleans.has(name));
  const byName = groupBy(describeFields({ ...form, fields: named }), ({ name }) => name);
  return given.map((entry, index) => {
    if (isText(entry)) return entry;
    const fields = byName.get(entry.name) ?? [];
    if (!fields.every(({ type }) => type === 'checkbox'))
      throw invalidArgument(`values[${index}].value`, 'a text, since the field is no check box', entry.value);
    const states = fields[0]?.options.map(({ value }) => value) ?? [];
    return { name: entry.name, value: entry.value ? states.slice(0, 1) : [] };
  });
}

function isText(entry: GivenValue): entry is FieldValue {
  return typeof entry.value !== 'boolean';
}

/** Writes the value to all dictionaries of the field, without appearances. */
export function writeValue(field: Field, checked: CheckedValue): void {
  if (field.type === 'checkbox' || field.type === 'radioButton') writeState(field, checked.values[0]);
  else for (const node of field.nodes) writeTexts(field, node, checked);
}

function writeTexts(field: Field, node: FieldNode, { values, given }: CheckedValue): void {
  setValue(node, encodeValue(field, node, field.isPassword ? values.map(maskPassword) : values));
  // Rich text (ISO 32000-1 12.7.3.4), which some readers show.
  for (const { dict } of [node, ...node.widgets]) dict.delete(Key.RV);
  setSelectedItems(field, node, given);
}

function encodeValue(field: Field, node: FieldNode, values: readonly string[]): PDFObject | undefined {
  const [first, ...more] = values.map(encodeTextString);
  if (more.length > 0 && first) return node.dict.context.obj([first, ...more]);
  return first ?? emptyValue(node, field);
}

/** Removing the own entry would reveal an inherited value. */
function emptyValue(node: FieldNode, field: Field): PDFObject | undefined {
  const isInherited = node.ancestors.some((ancestor) => readEntry(ancestor, Key.V) !== undefined);
  if (!isInherited) return undefined;
  return field.type === 'listbox' ? node.dict.context.obj([]) : encodeTextString('');
}

/** Some writers put values into the widgets too. */
function setValue(node: FieldNode, value: PDFObject | undefined): void {
  for (const { dict } of node.widgets) {
    if (dict !== node.dict) dict.delete(Key.V);
  }
  if (value === undefined) node.dict.delete(Key.V);
  else node.dict.set(Key.V, value);
}

/** Sorted, and as /V; options of one value need it (table 231). */
function setSelectedItems(field: Field, node: FieldNode, given: readonly string[]): void {
  const options = listChoiceOptions(node);
  const found = given.map((text) => findOptionIndex(options, text)).filter((index) => index >= 0);
  const indices = [...new Set(found)].sort((a, b) => a - b);
  const isNeeded = field.type === 'listbox' || indices.some((index) => isAmbiguous(options, index));
  if (isNeeded && indices.length > 0) node.dict.set(Key.I, node.dict.context.obj(indices));
  else node.dict.delete(Key.I);
}

function isAmbiguous(options: readonly FieldOption[], index: number): boolean {
  return options.filter(({ value }) => value === options[index]?.value).length > 1;
}

export function writeState(field: Field, value: string | undefined): void {
  const buttons = listButtonWidgets(field);
  const chosen = buttons.find((button) => button.value === value);
  for (const node of field.nodes) setValue(node, chosen?.onState ?? Key.Off);
  for (const button of buttons) {
    button.widget.dict.set(Key.AS, isOn(field, button, chosen) ? button.onState : Key.Off);
  }
}

/** Compares states; export values count only with RadiosInUnison (table 226). */
export function isOn(field: Field, button: ButtonWidget, chosen: ButtonWidget | undefined): boolean {
  if (chosen === undefined) return false;
  if (button.onState === chosen.onState) return true;
  const isTogether = field.type === 'checkbox' || (field.flags & FieldFlag.radiosInUnison) !== 0;
  return isTogether && button.value === chosen.value;
}
