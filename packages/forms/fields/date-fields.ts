import type { PdfFile } from '@countersign/pdf';
import { type PDFDict, type PDFName, PDFString } from 'pdf-lib';
import { DAY_FORMATS, type DayFormat, EXAMPLE_DAY, findDayFormat, parseDay } from '../attributes/days.ts';
import { findBrokenFormat } from '../attributes/registry.ts';
import { asDict, Key, readEntry, readText } from './dict-reading.ts';
import { listActions } from './field-damage.ts';
import type { FormField } from './field-kind.ts';
import { type Field, readForm } from './form.ts';

/**
 * Writes the formats of days beside the scripts that state them, because scripts are removed from a file that is to be
 * signed. `readFormFields` finds them there too.
 */
export function keepDateFormats(file: PdfFile): void {
  for (const field of readForm(file).fields) {
    const format = field.type === 'textField' ? formatOfScripts(field) : undefined;
    if (format === undefined) continue;
    for (const { entries } of field.nodes) entries.set(Key.CountersignDateFormat, PDFString.of(format));
  }
}

/** Returns undefined for a field whose value is another text, or that has no room for a day. */
export function readDateFormat(
  field: Field,
  { value, maxLength, attributes }: Pick<FormField, 'value' | 'maxLength' | 'attributes'>,
): DayFormat | undefined {
  if (field.type !== 'textField') return undefined;
  const format = keptFormat(field) ?? formatOfScripts(field);
  if (format === undefined) return undefined;
  const isShort = maxLength !== null && maxLength < format.length;
  const isText = value.some((text) => text !== '' && parseDay(text, format) === null);
  return isShort || isText || hasOtherFormat(attributes) ? undefined : format;
}

/** No text is a day and an address at once. */
function hasOtherFormat(attributes: FormField['attributes']): boolean {
  return findBrokenFormat(attributes, EXAMPLE_DAY) !== undefined;
}

function keptFormat({ nodes }: Field): DayFormat | undefined {
  const kept = nodes.map(({ entries }) => readText(entries, Key.CountersignDateFormat));
  return DAY_FORMATS.find((format) => kept.includes(format));
}

/** Readers format with one script and refuse what is typed with the other (ISO 32000-1 table 196). */
function formatOfScripts(field: Field): DayFormat | undefined {
  const found = listActions(field).flatMap((actions) => [scriptOf(actions, Key.F), scriptOf(actions, Key.K)]);
  return found.map(findDayFormat).find((format) => format !== undefined);
}

/** A script in a stream is longer than a call of one function, and is not read. */
function scriptOf(actions: PDFDict, key: PDFName): string {
  const action = asDict(readEntry(actions, key));
  return (action && readText(action, Key.JS)) ?? '';
}
