import type { FieldValue, FormField } from '../ports/pdf-toolkit.ts';
import { findRepeated, invalid, type Problem, problem } from '../problems.ts';
import type { DocumentState } from './document.ts';
import type { SigneeForm } from './signee-fields.ts';

/** A value as a list without blanks: `''` from a form control means "nothing entered". */
export function listOf(value: FieldValue['value']): readonly string[] {
  return (typeof value === 'string' ? [value] : value).filter((entry) => entry !== '');
}

/** Everything signees gave, in the order they signed. */
export function givenValues(document: DocumentState): readonly FieldValue[] {
  return document.signees
    .flatMap(({ signature }) => (signature === null ? [] : [signature]))
    .sort((first, second) => first.signedAt.getTime() - second.signedAt.getTime())
    .flatMap((signature) => signature.values);
}

/**
 * The fields as the next signee finds them. What somebody has signed is no longer changed by anybody, and what nobody
 * sees is not for people to fill: they sign what they are shown.
 */
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

/** What the reader of forms says of a field that is on no page, hidden on its page, or at no place that can be drawn. */
const UNSEEN: ReadonlySet<string> = new Set([
  'field_not_shown',
  'field_hidden',
  'field_out_of_sight',
  'broken_rectangle',
]);

/** Whether a page shows the field. */
export function isSeen({ warnings }: FormField): boolean {
  return !warnings.some(({ code }) => UNSEEN.has(code));
}

/** The entries that change something; the page sends every control, changed or not. */
export function changedEntries(
  fields: readonly FormField[],
  values: readonly FieldValue[],
): readonly FieldValue[] {
  const current = new Map(fields.map((field) => [field.name, field.value]));
  return values
    .map(({ name, value }) => ({ name, value: listOf(value) }))
    .filter(({ name, value }) => !isSameList(value, current.get(name)));
}

/** Unknown names, fields that are not this person's to fill, required fields left empty and required triggers not operated. */
export function checkEntries(
  { fields, openTriggers }: Pick<SigneeForm, 'fields' | 'openTriggers'>,
  values: readonly FieldValue[],
): readonly Problem[] {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const entryProblems = values.flatMap((entry, index) => checkEntry(byName.get(entry.name), entry, index));
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

function checkEntry(field: FormField | undefined, entry: FieldValue, index: number): readonly Problem[] {
  if (field === undefined) return [problem('unknown_field', `values.${index}.name`, { field: entry.name })];
  if (isFillable(field) || isSameList(listOf(entry.value), field.value)) return [];
  return [problem('field_not_editable', `values.${index}.name`, { field: entry.name })];
}

function checkRepeated(values: readonly FieldValue[]): readonly Problem[] {
  return findRepeated(values.map(({ name }) => name)).map((index) =>
    invalid(`values.${index}.name`, 'repeated'),
  );
}

/** Whether the signee may change a field, of those that signee-fields.ts describes. `editable` is about the API. */
export function isFillable({ readOnly }: FormField): boolean {
  return !readOnly;
}

/** A button that is off has the value `Off` (ISO 32000-1 12.7.4.2.3) or none. */
function isEmpty(field: FormField, value: readonly string[]): boolean {
  const isButton = field.type === 'checkbox' || field.type === 'radioButton';
  return value.every((entry) => entry.trim() === '' || (isButton && entry === 'Off'));
}

export function isSameList(first: readonly string[], second: readonly string[] | undefined): boolean {
  const other = (second ?? []).filter((entry) => entry !== '');
  return first.length === other.length && first.every((entry, index) => entry === other[index]);
}
