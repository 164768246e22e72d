import { encodeTextString } from '@countersign/pdf';
import type { PDFObject } from 'pdf-lib';
import { type ButtonWidget, listButtonWidgets } from '../fields/button-states.ts';
import { findOptionIndex, listChoiceOptions } from '../fields/choice-options.ts';
import { readEntry } from '../fields/dict-reading.ts';
import { FieldFlag } from '../fields/field-flags.ts';
import type { FieldNode } from '../fields/field-tree.ts';
import type { Field } from '../fields/form.ts';
import type { FieldOption } from '../fields/form-field.ts';
import { Key } from '../fields/keys.ts';
import { maskPassword } from '../fields/passwords.ts';
import type { CheckedValue } from './check-values.ts';

/** To all dictionaries of the field, no appearances. */
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

/** By state; by export value only with RadiosInUnison (table 226). */
export function isOn(field: Field, button: ButtonWidget, chosen: ButtonWidget | undefined): boolean {
  if (chosen === undefined) return false;
  if (button.onState === chosen.onState) return true;
  const isTogether = field.type === 'checkbox' || (field.flags & FieldFlag.radiosInUnison) !== 0;
  return isTogether && button.value === chosen.value;
}
