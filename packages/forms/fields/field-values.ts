import { decodeStream, decodeTextBytes, PdfError } from '@countersign/pdf';
import { PDFArray, PDFName, type PDFObject, PDFStream } from 'pdf-lib';
import { asNumber, asTextOrName, Key, listItems, readName, resolve } from './dict-reading.ts';
import type { FieldNode } from './field-dict.ts';
import { MAX_OPTIONS, MAX_VALUE_BYTES } from './field-kind.ts';
import { type ButtonWidget, describeState, listChoiceOptions, readSelectedIndices } from './field-options.ts';
import type { Field } from './form.ts';
import { readInherited } from './inherited-entries.ts';

const NONE: readonly string[] = [];

/** A stored value that no option offers stays as it is. */
export function readFieldValue(field: Field, buttons: readonly ButtonWidget[]): readonly string[] {
  for (const node of field.nodes) {
    const value = readNodeValue(field, node, buttons);
    if (value.length > 0) return value;
  }
  return NONE;
}

export function readDefaultValue(field: Field, buttons: readonly ButtonWidget[]): readonly string[] {
  for (const node of field.nodes) {
    const value = decodeValue(field, readInherited(node, Key.DV), buttons);
    if (value.length > 0) return value;
  }
  return NONE;
}

function readNodeValue(field: Field, node: FieldNode, buttons: readonly ButtonWidget[]): readonly string[] {
  const stored = readInherited(node, Key.V);
  if (stored !== undefined) return decodeValue(field, stored, buttons);
  if (field.type === 'listbox') return readSelectedItems(node);
  if (field.type === 'checkbox' || field.type === 'radioButton') return readShownState(node, buttons);
  return NONE;
}

function decodeValue(
  field: Field,
  value: PDFObject | undefined,
  buttons: readonly ButtonWidget[],
): readonly string[] {
  if (value === undefined) return NONE;
  if (field.type === 'checkbox' || field.type === 'radioButton') return describeState(buttons, value);
  if (value instanceof PDFArray) return listItems(value, MAX_OPTIONS).flatMap(decodeText);
  return decodeText(value);
}

/** Decodes a string, a stream, a name or a number. */
export function decodeText(value: PDFObject | undefined): string[] {
  const text =
    value instanceof PDFStream ? decodeTextStream(value) : (asTextOrName(value) ?? asNumber(value));
  return text === undefined || text === '' ? [] : [String(text)];
}

/** Long texts may be stored as a stream (ISO 32000-1 table 228). */
function decodeTextStream(stream: PDFStream): string {
  try {
    return decodeTextBytes(decodeStream(stream, MAX_VALUE_BYTES));
  } catch (error) {
    if (error instanceof PdfError && error.code === 'damaged') return '';
    throw error;
  }
}

/** Some writers write /I only. */
function readSelectedItems(node: FieldNode): string[] {
  const options = listChoiceOptions(node);
  return readSelectedIndices(node).flatMap((index) => options[index]?.value ?? []);
}

/** Without /V the states of the widgets are the value. */
function readShownState(node: FieldNode, buttons: readonly ButtonWidget[]): string[] {
  const shown = node.widgets
    .map((widget) => readName(widget, Key.AS))
    .find((state) => state instanceof PDFName && state !== Key.Off);
  return describeState(buttons, resolve(node.entries.context, shown));
}
