import { type FontSource, splitLines } from '@countersign/pdf';
import { MIN_ROOM, type TextRoom } from '../appearances/text-layout.ts';
import { groupBy } from '../attributes/field-names.ts';
import { findBrokenFormat } from '../attributes/registry.ts';
import {
  createSuggester,
  describeUnknownField,
  forbidsManualEntry,
  type Suggester,
} from '../attributes/warnings.ts';
import type { Alignment, RgbColor } from '../create/new-field.ts';
import { FormError } from '../errors.ts';
import type { FormField } from '../fields/field-kind.ts';
import { findOptionIndex } from '../fields/field-options.ts';

/** A value by field name: an empty array clears the field, a single text is accepted for every type. */
export interface FieldValue {
  readonly name: string;
  readonly value: string | readonly string[];
}

/** A `FieldValue`; a check box also takes true (its first state) and false (off). */
export interface GivenValue extends ValueStyle {
  readonly name: string;
  readonly value: FieldValue['value'] | boolean;
}

/** How a value is drawn, in place of what its field says; check boxes and radio buttons have none of it. */
export interface ValueStyle {
  /** TrueType: a path, or bytes. */
  readonly font?: FontSource | undefined;
  /** Displayed points; 0 fills the box. */
  readonly fontSize?: number | undefined;
  readonly alignment?: Alignment | undefined;
  readonly color?: RgbColor | undefined;
}

/** `acceptsOtherText`: an editable combo box. */
export type FillableField = FormField & {
  readonly acceptsOtherText?: boolean;
  /** Returns undefined if the field is shown nowhere. */
  readonly findRoom?: () => TextRoom | undefined;
};

/**
 * The origin of a value: `api` cannot fill what the service fills, `signee` what is closed to typing; attributes do not
 * limit `service`.
 */
export type FilledBy = 'api' | 'signee' | 'service';

export interface CheckedValue {
  readonly name: string;
  readonly values: readonly string[];
  /** The texts as given, which distinguish options of one value. */
  readonly given: readonly string[];
}

/**
 * Checks values. Throws FormError for the first that does not fit. Returns them with labels replaced by option values.
 */
export function checkValues(
  fields: readonly FillableField[],
  values: readonly FieldValue[],
  filledBy: FilledBy = 'api',
  suggest: Suggester = createSuggester(() => fields.map(({ name }) => name)),
): readonly CheckedValue[] {
  const byName = groupBy(fields, ({ name }) => name);
  refuseRepeatedNames(values);
  return values.map((value) => {
    const named = byName.get(value.name);
    if (named === undefined) {
      const params = { ...describeUnknownField(value.name, suggest) };
      throw new FormError('unknown_field', 'the form has no such field', params);
    }
    return checkOne(value, named, filledBy);
  });
}

function refuseRepeatedNames(values: readonly FieldValue[]): void {
  const seen = new Set<string>();
  for (const { name } of values) {
    if (seen.has(name)) {
      throw new FormError('too_many_values', 'it is given twice', { field: name, limit: 1, count: 2 });
    }
    seen.add(name);
  }
}

/** All types of the name have to take the value. */
function checkOne(
  { name, value }: FieldValue,
  fields: readonly FillableField[],
  filledBy: FilledBy,
): CheckedValue {
  const texts = typeof value === 'string' ? [value] : value;
  const checked = fields.map((field) => checkTexts(field, texts, filledBy));
  return { name, values: checked[0] ?? [], given: texts };
}

function checkTexts(field: FillableField, texts: readonly string[], filledBy: FilledBy): readonly string[] {
  if (!isOpenTo(filledBy, field)) {
    throw new FormError('field_not_editable', 'it is not filled by hand', { field: field.name });
  }
  if (texts.includes('')) {
    throw new FormError('empty_value', 'a value is empty; leave the field out, or give [] to clear it', {
      field: field.name,
    });
  }
  if (texts.length > 1 && !field.multiSelect) {
    const params = { field: field.name, limit: 1, count: texts.length };
    throw new FormError('too_many_values', 'it takes one value', params);
  }
  // This precedes the room of the box, which is wider than a limit of the field's own.
  if (field.type === 'textField' && filledBy !== 'service')
    for (const text of texts) checkLength(field, text);
  if (filledBy !== 'service') checkTyped(field, texts);
  return field.type === 'textField' ? texts : checkOptions(field, texts);
}

function isOpenTo(filledBy: FilledBy, { editable, attributes }: FillableField): boolean {
  if (filledBy === 'api') return editable;
  return filledBy === 'service' || !forbidsManualEntry(attributes);
}

/** An option, or what the file has already, is the sender's text. */
function checkTyped(field: FillableField, texts: readonly string[]): void {
  if (field.type !== 'textField' && !field.acceptsOtherText) return;
  for (const text of texts) {
    if (findOptionIndex(field.options, text) >= 0) continue;
    if (!field.value.includes(text)) refuseUnseenText(field, text);
    refuseBrokenFormat(field, text);
    if (!field.value.includes(text)) refuseOverride(field, text);
  }
}

function refuseBrokenFormat({ name, attributes }: FillableField, text: string): void {
  const format = findBrokenFormat(attributes, text);
  if (format === undefined) return;
  throw new FormError('value_format_invalid', `it is not of the format ${format}`, { field: name, format });
}

/** "10\u202e05" would be drawn as "1050" (UAX 9, 2.2). */
function refuseOverride({ name }: FillableField, text: string): void {
  const [override] = /[\u202d\u202e]/.exec(text) ?? [];
  if (override === undefined) return;
  const character = override === '\u202d' ? 'U+202D' : 'U+202E';
  throw new FormError('text_not_drawable', `${character} overrides the direction of its text`, {
    field: name,
    character,
  });
}

/** The check precedes the layout, whose time depends on the length (docs/decisions/0027-lengths-of-values.md). */
function refuseUnseenText(field: FillableField, text: string): void {
  if (text.length <= MIN_ROOM && !text.includes('\n')) return;
  const room = field.findRoom?.();
  if (room === undefined) return;
  const length = countCharacters(text);
  const lines = room.rows === 1 ? 1 : countLines(text);
  if (length > room.characters) throw tooLong(field.name, { limit: room.characters, length });
  if (lines > room.rows) throw tooLong(field.name, { limit: room.rows, length: lines, unit: 'lines' });
}

/** Empty lines at the end do not count. */
function countLines(text: string): number {
  return splitLines(text.trimEnd()).length;
}

function countCharacters(text: string): number {
  return Array.from(text).length;
}

export type Excess = { readonly limit?: number; readonly length: number; readonly unit?: 'lines' };

export function tooLong(field: string, excess: Excess): FormError {
  const { limit, length, unit = 'characters' } = excess;
  const reason = limit === undefined ? 'no box has room for it' : `it takes ${limit} ${unit}, not ${length}`;
  return new FormError('value_too_long', reason, { field, ...excess });
}

/** /MaxLen counts characters, so an emoji is one. */
function checkLength(field: FillableField, text: string): void {
  const length = countCharacters(text);
  if (field.maxLength === null || length <= field.maxLength) return;
  throw tooLong(field.name, { limit: field.maxLength, length });
}

function checkOptions(field: FillableField, texts: readonly string[]): readonly string[] {
  if (isSwitchingOff(field, texts)) return [];
  return [...new Set(texts.map((text) => findOption(field, text)))];
}

/** "Off" (ISO 32000-1 12.7.4.2.3). */
function isSwitchingOff(field: FillableField, texts: readonly string[]): boolean {
  if (field.type !== 'checkbox' && field.type !== 'radioButton') return false;
  return texts[0] === 'Off' && !field.options.some(({ value }) => value === 'Off');
}

/** The limit keeps a sentence short. */
const MAX_LISTED_OPTIONS = 10;

function describeOptions(options: readonly { readonly value: string }[]): {
  readonly options?: string;
  readonly more?: number;
} {
  if (options.length === 0) return {};
  const listed = options.slice(0, MAX_LISTED_OPTIONS).map(({ value }) => value);
  const more = options.length - listed.length;
  return { options: listed.join(', '), ...(more > 0 && { more }) };
}

function findOption(field: FillableField, text: string): string {
  const option = field.options[findOptionIndex(field.options, text)];
  if (option) return option.value;
  if (field.acceptsOtherText) return text;
  throw notOffered(field.name, text, field.options);
}

export function notOffered(
  field: string,
  option: string,
  options: readonly { readonly value: string }[],
): FormError {
  const params = { field, option, ...describeOptions(options) };
  return new FormError('option_not_offered', 'it does not offer this option', params);
}
