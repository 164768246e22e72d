import { decodeName } from '@countersign/pdf';
import { PDFArray, PDFDict, PDFName, type PDFObject } from 'pdf-lib';
import { asNumber, asTextOrName, Key, listItems, readDict, readEntry, readName } from './dict-reading.ts';
import type { DisplayedBox, FieldDict, FieldNode } from './field-dict.ts';
import { type FieldOption, MAX_OPTIONS } from './field-kind.ts';
import type { Field } from './form.ts';
import { readInherited } from './inherited-entries.ts';

export interface ButtonWidget {
  readonly node: FieldNode;
  readonly widget: FieldDict;
  /** The name of the state "on" (ISO 32000-1 12.7.4.2.3). */
  readonly onState: PDFName;
  /** /Opt of the widget, else the state. */
  readonly value: string;
}

/** The standard recommends this name. */
const USUAL_ON_STATE = PDFName.of('Yes');

/** Some writers use the empty state `/`. */
const VALUE_OF_EMPTY_STATE = 'Yes';

/** Lists the widgets in the order of /Kids and /Opt. */
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

/** /Opt: texts, or pairs of export value and label (ISO 32000-1 table 231). */
export function listChoiceOptions(node: FieldNode): FieldOption[] {
  const options = readInherited(node, Key.Opt);
  if (!(options instanceof PDFArray)) return [];
  return listItems(options, MAX_OPTIONS).flatMap(readOption);
}

export function findOptionIndex(options: readonly FieldOption[], text: string): number {
  const byValue = options.findIndex(({ value }) => value === text);
  return byValue < 0 ? options.findIndex(({ label }) => label === text) : byValue;
}

/** /I distinguishes options of one value (ISO 32000-1 table 231) if it agrees with the value. */
export function findChosenIndices(node: FieldNode, values: readonly string[]): readonly number[] {
  const options = listChoiceOptions(node);
  const selected = readSelectedIndices(node);
  const named = new Set(selected.map((index) => options[index]?.value));
  if (named.size === values.length && values.every((value) => named.has(value))) return selected;
  const chosen = new Set(values);
  return options.flatMap(({ value }, index) => (chosen.has(value) ? [index] : []));
}

export function readSelectedIndices(node: FieldNode): readonly number[] {
  const indices = readInherited(node, Key.I);
  if (!(indices instanceof PDFArray)) return [];
  return listItems(indices, MAX_OPTIONS).flatMap((item) => asNumber(item) ?? []);
}

export function hasBrokenOptions(node: FieldNode): boolean {
  const options = readInherited(node, Key.Opt);
  return options !== undefined && !(options instanceof PDFArray);
}

function readOption(item: PDFObject | undefined): FieldOption[] {
  if (!(item instanceof PDFArray)) {
    const text = readChoice(item);
    return text === undefined ? [] : [{ label: text, value: text }];
  }
  const [value, label] = listItems(item, 2).map(readChoice);
  if (value === undefined) return [];
  return [{ label: label ?? value, value }];
}

/** Some writers use numbers; readers show their digits. */
function readChoice(item: PDFObject | undefined): string | undefined {
  return asTextOrName(item) ?? asNumber(item)?.toString();
}

export function sortByPlace<T extends { readonly boundingBox: DisplayedBox | null }>(records: T[]): T[] {
  // Most files list their fields in this order.
  return isInOrder(records) ? records : records.sort((a, b) => compareBoxes(a.boundingBox, b.boundingBox));
}

function isInOrder(records: readonly { readonly boundingBox: DisplayedBox | null }[]): boolean {
  let before: DisplayedBox | null | undefined;
  for (const { boundingBox } of records) {
    if (before !== undefined && compareBoxes(before, boundingBox) > 0) return false;
    before = boundingBox;
  }
  return true;
}

/** Boxes without a page come last. */
export function compareBoxes(a: DisplayedBox | null, b: DisplayedBox | null): number {
  if (!a || !b) return Number(a === null) - Number(b === null);
  return a.page - b.page || a.y - b.y || a.x - b.x;
}
