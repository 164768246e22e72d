import { PDFArray, type PDFObject } from 'pdf-lib';
import { asNumber, asTextOrName, listItems } from './dict-reading.ts';
import type { FieldNode } from './field-tree.ts';
import type { FieldOption } from './form-field.ts';
import { readInherited } from './inherited.ts';
import { Key } from './keys.ts';
import { MAX_OPTIONS } from './limits.ts';

/** /Opt of a combo or list box: texts, or pairs of export value and displayed text (ISO 32000-1 table 231). */
export function listChoiceOptions(node: FieldNode): FieldOption[] {
  const options = readInherited(node, Key.Opt);
  if (!(options instanceof PDFArray)) return [];
  return listItems(options, MAX_OPTIONS).flatMap(readOption);
}

/** Whether /Opt is there and is not what it has to be. */
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

/** Some writers give numbers, whose digits are what readers show. */
function readChoice(item: PDFObject | undefined): string | undefined {
  return asTextOrName(item) ?? asNumber(item)?.toString();
}
