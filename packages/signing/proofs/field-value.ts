import { invalid, problem } from '@countersign/base';
import { describeUnknownField, type Suggester } from '@countersign/forms/attributes';
import type { FieldValue, FormField } from '@countersign/toolkit';
import { MAX_FIELD_TEXT_LENGTH } from '../configuration/limits.ts';
import { listOf, suggestField } from '../documents/field-entries.ts';
import { signingOptions } from '../documents/prepared-view.ts';
import { type ErrorDetail, findRepeated, refuseProblems } from '../errors.ts';
import { withLocalPath } from '../files/pdf-blobs.ts';
import { isPermanentFault } from '../ports/pdf-toolkit.ts';
import type { ProofContext } from './define-proof.ts';

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
): readonly ErrorDetail[] {
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

/** Returns the first option of a button, and nothing if the field is too short for the text or does not offer it. */
export function valuesOfText(field: FormField, text: string): readonly FieldValue[] {
  const { name, type, options, maxLength } = field;
  if (type === 'checkbox' || type === 'radioButton')
    return options.slice(0, 1).map(({ value }) => ({ name, value: [value] }));
  const fits = maxLength === null || Array.from(text).length <= maxLength;
  const isOffered = type === 'textField' || options.some(({ value }) => value === text);
  return fits && isOffered ? [{ name, value: [text] }] : [];
}

/**
 * The signee cannot change the others, such as a file name without a font, and the document could not be
 * sealed with them.
 */
export async function selectDrawable(
  { deps, document }: Pick<ProofContext, 'deps' | 'document'>,
  values: readonly FieldValue[],
): Promise<readonly FieldValue[]> {
  const { preparedBlobId } = document;
  if (preparedBlobId === null || values.length === 0) return values;
  try {
    await withLocalPath(deps.blobs, preparedBlobId, (path) =>
      // The values are checked as the seal fills them in.
      deps.toolkit.checkValues({ input: path, values, filledBy: 'service' }, signingOptions(document)),
    );
    return values;
  } catch (error) {
    if (!isPermanentFault(error)) throw error;
    const others = values.filter(({ name }) => name !== error.params.field);
    return others.length === values.length ? [] : selectDrawable({ deps, document }, others);
  }
}
