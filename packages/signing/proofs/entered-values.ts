import { describeUnknownField, type Suggester } from '@countersign/forms/attributes';
import { MAX_FIELD_TEXT_LENGTH } from '../configuration/limits.ts';
import { listOf, suggestField } from '../documents/field-entries.ts';
import type { FieldValue, FormField } from '../ports/pdf-toolkit.ts';
import { findRepeated, invalid, type Problem, problem, refuseProblems } from '../problems.ts';

/**
 * Without passwords. Throws for unknown and repeated fields, and for more than a field can have; signing
 * checks the rest.
 */
export function checkEnteredValues(
  fields: readonly FormField[],
  values: readonly FieldValue[],
): readonly FieldValue[] {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const suggest = suggestField(fields);
  const repeated = findRepeated(values.map(({ name }) => name));
  refuseProblems([
    ...values.flatMap((entry, index) => checkSize(byName.get(entry.name), entry, index, suggest)),
    ...repeated.map((index) => invalid(`input.values.${index}.name`, 'repeated')),
  ]);
  return values.filter(({ name }) => byName.get(name)?.password !== true);
}

function checkSize(
  field: FormField | undefined,
  { name, value }: FieldValue,
  index: number,
  suggest: Suggester,
): readonly Problem[] {
  const path = `input.values.${index}`;
  if (field === undefined)
    return [problem('unknown_field', `${path}.name`, { ...describeUnknownField(name, suggest) })];
  const texts = listOf(value);
  if (texts.length > Math.max(1, field.options.length))
    return [problem('too_many_values', `${path}.value`, { field: name })];
  const limit = field.maxLength ?? MAX_FIELD_TEXT_LENGTH;
  const isLong = texts.some((text) => text.length > limit);
  return isLong ? [problem('value_too_long', `${path}.value`, { field: name, limit })] : [];
}
