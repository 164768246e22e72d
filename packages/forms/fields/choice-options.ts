import { PDFArray, type PDFObject } from 'pdf-lib';
import { asNumber, asTextOrName, listItems } from './dict-reading.ts';
import type { FieldNode } from './field-tree.ts';
import type { FieldOption } from './form-field.ts';
import { readInherited } from './inherited.ts';
import { Key } from './keys.ts';
import { MAX_OPTIONS } from './limits.ts';

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
