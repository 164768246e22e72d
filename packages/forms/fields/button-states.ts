import { decodeName } from '@countersign/pdf';
import { PDFArray, PDFDict, PDFName, type PDFObject } from 'pdf-lib';
import { asTextOrName, listItems, readDict, readEntry, readName } from './dict-reading.ts';
import type { FieldDict } from './field-dict.ts';
import type { FieldNode } from './field-tree.ts';
import type { Field } from './form.ts';
import type { FieldOption } from './form-field.ts';
import { readInherited } from './inherited.ts';
import { Key } from './keys.ts';
import { MAX_OPTIONS } from './limits.ts';

export interface ButtonWidget {
  readonly node: FieldNode;
  readonly widget: FieldDict;
  /** Of "on" (ISO 32000-1 12.7.4.2.3). */
  readonly onState: PDFName;
  /** /Opt of the widget, else the state. */
  readonly value: string;
}

/** As the standard recommends. */
const USUAL_ON_STATE = PDFName.of('Yes');

/** Some writers use the empty state `/`. */
const VALUE_OF_EMPTY_STATE = 'Yes';

/** In the order of /Kids and /Opt. */
export function listButtonWidgets(field: Field): readonly ButtonWidget[] {
  return field.nodes.flatMap((node) => {
    const exports = readExportValues(node);
    return node.widgets.map((widget, index) => {
      const onState = readOnState(node, widget, field.type === 'radioButton' ? index : undefined);
      return { node, widget, onState, value: exports[index] || decodeName(onState) || VALUE_OF_EMPTY_STATE };
    });
  });
}

/** A caption in /MK is a symbol of a font, not a label. */
export function listButtonOptions(widgets: readonly ButtonWidget[]): FieldOption[] {
  return [...new Set(widgets.map(({ value }) => value))].map((value) => ({ label: value, value }));
}

/** An unknown state stays as it is. */
export function describeState(widgets: readonly ButtonWidget[], state: PDFObject | undefined): string[] {
  const text = asTextOrName(state);
  if (text === undefined || text === 'Off') return [];
  const match = widgets.find(({ onState }) => decodeName(onState) === text);
  if (match) return [match.value];
  return text === '' ? [] : [text];
}

function readExportValues(node: FieldNode): readonly (string | undefined)[] {
  const options = readInherited(node, Key.Opt);
  return options instanceof PDFArray ? listItems(options, MAX_OPTIONS).map(asTextOrName) : [];
}

/** `index` names the state of a radio button without appearances. */
function readOnState(node: FieldNode, widget: FieldDict, index: number | undefined): PDFName {
  const states = listAppearanceStates(widget).filter((state) => state !== Key.Off);
  const current = readName(widget, Key.AS);
  if (current && isOnState(current) && (states.length === 0 || states.includes(current))) return current;
  return states[0] ?? stateWithoutAppearance(node, index);
}

function listAppearanceStates(widget: FieldDict): PDFName[] {
  const appearances = readDict(widget, Key.AP);
  if (!appearances) return [];
  return [Key.N, Key.D].flatMap((key) => {
    const states = readEntry(appearances, key);
    return states instanceof PDFDict ? states.keys() : [];
  });
}

function stateWithoutAppearance(node: FieldNode, index: number | undefined): PDFName {
  if (index !== undefined) return PDFName.of(String(index));
  const value = [Key.V, Key.DV].map((key) => readInherited(node, key)).find(isOnState);
  return value instanceof PDFName ? value : USUAL_ON_STATE;
}

function isOnState(value: PDFObject | undefined): boolean {
  return value instanceof PDFName && !/^off$/i.test(decodeName(value));
}
