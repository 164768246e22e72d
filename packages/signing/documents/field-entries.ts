import { invalid, problem } from '@countersign/base';
import { nameInWords } from '@countersign/base/text';
import {
  createSuggester,
  describeUnknownField,
  parseFieldName,
  type Suggester,
} from '@countersign/forms/attributes';
import type { FieldValue, FormField } from '@countersign/toolkit';
import { type ErrorDetail, findRepeated } from '../errors.ts';
import type { DocumentState } from './document.ts';
import { findDayProblem, isOfOther, type OwnedField } from './field-owners.ts';

/** The contact on file. */
export interface FieldOffer {
  readonly field: string;
  readonly value: string;
}

export interface SigneeForm {
  readonly signeeId: string;
  readonly fields: readonly OwnedField[];
  readonly offers: readonly FieldOffer[];
  /** Open triggers block signing. */
  readonly openTriggers: readonly string[];
}

/** Returns what the signing page calls the field, so that the evidence says the same. */
export function labelOf(fieldName: string): string {
  return nameInWords(parseFieldName(fieldName).label.trim() || fieldName);
}

/** `''` from a form means no value. */
export function listOf(value: FieldValue['value']): readonly string[] {
  return (typeof value === 'string' ? [value] : value).filter((entry) => entry !== '');
}

/** Returns the values in the order of signing. */
export function givenValues(document: DocumentState): readonly FieldValue[] {
  return document.signees
    .flatMap(({ signature }) => (signature === null ? [] : [signature]))
    .sort((first, second) => first.signedAt.getTime() - second.signedAt.getTime())
    .flatMap((signature) => signature.values);
}

/** Signed values cannot be changed, and hidden fields cannot be filled. */
export function applyGivenValues(
  fields: readonly FormField[],
  given: readonly FieldValue[],
): readonly FormField[] {
  const values = new Map(given.map(({ name, value }) => [name, listOf(value)]));
  return fields.map((field) => {
    const value = values.get(field.name);
    if (value !== undefined) return { ...field, value, readOnly: true };
    return isSeen(field) ? field : { ...field, readOnly: true };
  });
}

const UNSEEN: ReadonlySet<string> = new Set([
  'field_not_shown',
  'field_hidden',
  'field_out_of_sight',
  'broken_rectangle',
]);

export function isSeen({ warnings }: FormField): boolean {
  return !warnings.some(({ code }) => UNSEEN.has(code));
}

/** The page sends all. */
export function changedEntries(
  fields: readonly FormField[],
  values: readonly FieldValue[],
): readonly FieldValue[] {
  const current = new Map(fields.map((field) => [field.name, field.value]));
  return values
    .map(({ name, value }) => ({ name, value: listOf(value) }))
    .filter(({ name, value }) => !isSameList(value, current.get(name)));
}

/** Unknown names, fields that are read-only for the signee, missing required values and triggers. */
export function checkEntries(
  { signeeId, fields, openTriggers }: Pick<SigneeForm, 'signeeId' | 'fields' | 'openTriggers'>,
  values: readonly FieldValue[],
): readonly ErrorDetail[] {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const suggest = suggestField(fields);
  const entryProblems = values.flatMap((entry, index) =>
    checkEntry(byName.get(entry.name), entry, { signeeId, index, suggest }),
  );
  const entered = new Map(values.map(({ name, value }) => [name, listOf(value)]));
  const emptyProblems = fields
    .filter((field) => isFillable(field) && field.required)
    .filter((field) => isEmpty(field, entered.get(field.name) ?? field.value))
    .map((field) => problem('required_field_empty', 'values', { field: field.name, label: field.label }));
  const triggerProblems = openTriggers.map((name) =>
    problem('trigger_not_completed', 'values', { field: name, label: byName.get(name)?.label ?? name }),
  );
  return [...entryProblems, ...checkRepeated(values), ...triggerProblems, ...emptyProblems];
}

/** Suggests names of fields that the signee sees. */
export function suggestField(fields: readonly FormField[]): Suggester {
  return createSuggester(() => fields.map(({ name }) => name));
}

function checkEntry(
  field: OwnedField | undefined,
  entry: FieldValue,
  {
    signeeId,
    index,
    suggest,
  }: Pick<SigneeForm, 'signeeId'> & { readonly index: number; readonly suggest: Suggester },
): readonly ErrorDetail[] {
  const path = `values.${index}.name`;
  if (field === undefined)
    return [problem('unknown_field', path, { ...describeUnknownField(entry.name, suggest) })];
  if (isFillable(field)) return findDayProblem(field.dateFormat, entry, `values.${index}`);
  if (isSameList(listOf(entry.value), field.value)) return [];
  if (!isOfOther(field, signeeId)) return [problem('field_not_editable', path, { field: entry.name })];
  return [
    problem('field_of_another_signee', path, { field: entry.name, owner: field.owner?.fullName || 'none' }),
  ];
}

function checkRepeated(values: readonly FieldValue[]): readonly ErrorDetail[] {
  return findRepeated(values.map(({ name }) => name)).map((index) =>
    invalid(`values.${index}.name`, 'repeated'),
  );
}

/** `editable` is about the API. */
export function isFillable({ readOnly }: FormField): boolean {
  return !readOnly;
}

/** A button that is off is `Off` (ISO 32000-1 12.7.4.2.3) or has no value. */
function isEmpty(field: FormField, value: readonly string[]): boolean {
  const isButton = field.type === 'checkbox' || field.type === 'radioButton';
  return value.every((entry) => entry.trim() === '' || (isButton && entry === 'Off'));
}

export function isSameList(first: readonly string[], second: readonly string[] | undefined): boolean {
  const other = (second ?? []).filter((entry) => entry !== '');
  return first.length === other.length && first.every((entry, index) => entry === other[index]);
}
