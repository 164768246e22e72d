import type { PdfFile } from '@countersign/pdf';
import { type PDFDict, type PDFName, PDFString } from 'pdf-lib';
import { DAY_FORMATS, type DayFormat, EXAMPLE_DAY, findDayFormat, parseDay } from '../attributes/days.ts';
import { findBrokenFormat } from '../attributes/registry.ts';
import { asDict, Key, readEntry, readText } from './dict-reading.ts';
import { type FieldActions, listActions } from './field-damage.ts';
import type { FormField } from './field-kind.ts';
import { type Field, readForm } from './form.ts';

/**
 * Writes the formats of days beside the scripts that state them, because scripts are removed from a file that is to be
 * signed. `readFormFields` finds them there too.
 */
export function keepDateFormats(file: PdfFile): void {
  for (const field of readForm(file).fields) {
    const format = field.type === 'textField' ? formatOfScripts(listActions(field)) : undefined;
    if (format === undefined) continue;
    for (const { entries } of field.nodes) entries.set(Key.CountersignDateFormat, PDFString.of(format));
  }
}

/** Returns undefined for a field whose value is another text, or that has no room for a day. */
export function readDateFormat(
  field: Field,
  actions: FieldActions,
  { value, maxLength, attributes }: Pick<FormField, 'value' | 'maxLength' | 'attributes'>,
): DayFormat | undefined {
  if (field.type !== 'textField') return undefined;
  const format = keptFormat(field) ?? formatOfScripts(actions);
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
  for (const { entries } of nodes) {
    if (!entries.has(Key.CountersignDateFormat)) continue;
    const kept = readText(entries, Key.CountersignDateFormat);
    return DAY_FORMATS.find((format) => format === kept);
  }
  return undefined;
}

/** Readers format with one script and refuse what is typed with the other (ISO 32000-1 table 196). */
function formatOfScripts(actions: FieldActions): DayFormat | undefined {
  for (const dict of actions) {
    const format = findDayFormat(scriptOf(dict, Key.F)) ?? findDayFormat(scriptOf(dict, Key.K));
    if (format !== undefined) return format;
  }
  return undefined;
}

/** A script in a stream is longer than a call of one function, and is not read. */
function scriptOf(actions: PDFDict, key: PDFName): string {
  const action = asDict(readEntry(actions, key));
  return (action && readText(action, Key.JS)) ?? '';
}
