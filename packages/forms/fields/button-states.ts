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

/** One widget of a radio group or check box and what switching it on means. */
export interface ButtonWidget {
  readonly node: FieldNode;
  readonly widget: FieldDict;
  /** The appearance state that shows it on (ISO 32000-1 12.7.4.2.3). */
  readonly onState: PDFName;
  /** What a value names: the /Opt entry of the widget, else the state. */
  readonly value: string;
}

/** On-state of a check box that does not say (what the standard recommends). */
const USUAL_ON_STATE = PDFName.of('Yes');

/** What names the state `/` of writers that leave the name empty: an empty value would mean none. */
const VALUE_OF_EMPTY_STATE = 'Yes';

/** All widgets of a radio group or check box in the order of /Kids, which is the order of /Opt. */
export function listButtonWidgets(field: Field): readonly ButtonWidget[] {
  return field.nodes.flatMap((node) => {
    const exports = readExportValues(node);
    return node.widgets.map((widget, index) => {
      const onState = readOnState(node, widget, field.type === 'radioButton' ? index : undefined);
      return { node, widget, onState, value: exports[index] || decodeName(onState) || VALUE_OF_EMPTY_STATE };
    });
  });
}

/** Distinct values in the order of the widgets; a caption in /MK is a symbol of a font, so it is no label. */
export function listButtonOptions(widgets: readonly ButtonWidget[]): FieldOption[] {
  return [...new Set(widgets.map(({ value }) => value))].map((value) => ({ label: value, value }));
}

/** The value that a state in /V or /DV stands for; a state no widget has is given as it is. */
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

/** The state other than /Off that the widget's appearances have; `position` makes one up for a bare radio button. */
function readOnState(node: FieldNode, widget: FieldDict, position: number | undefined): PDFName {
  const states = listAppearanceStates(widget).filter((state) => state !== Key.Off);
  const current = readName(widget, Key.AS);
  if (current && isOnState(current) && (states.length === 0 || states.includes(current))) return current;
  return states[0] ?? stateWithoutAppearance(node, position);
}

function listAppearanceStates(widget: FieldDict): PDFName[] {
  const appearances = readDict(widget, Key.AP);
  if (!appearances) return [];
  return [Key.N, Key.D].flatMap((key) => {
    const states = readEntry(appearances, key);
    return states instanceof PDFDict ? states.keys() : [];
  });
}

function stateWithoutAppearance(node: FieldNode, position: number | undefined): PDFName {
  if (position !== undefined) return PDFName.of(String(position));
  const value = [Key.V, Key.DV].map((key) => readInherited(node, key)).find(isOnState);
  return value instanceof PDFName ? value : USUAL_ON_STATE;
}

function isOnState(value: PDFObject | undefined): boolean {
  return value instanceof PDFName && !/^off$/i.test(decodeName(value));
}
