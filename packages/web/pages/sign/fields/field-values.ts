import type { FieldValue, FormField, SigningView } from '@countersign/signing';
import { labelOfOption } from '../../document/field-options.ts';

/** By full name. */
export type FieldValues = Readonly<Record<string, readonly string[]>>;

/** `editable` refers to the API. */
export function isFillable(field: FormField): boolean {
  return !field.readOnly;
}

/** Today's date, until signing. */
export function isFilledAtSigning({ attributes }: FormField): boolean {
  return attributes.some(({ name }) => name === 'svc-date-now');
}

export function initialValues(fields: readonly FormField[]): FieldValues {
  return Object.fromEntries(fields.map((field) => [field.name, field.value]));
}

export function currentValue(field: FormField, values: FieldValues): readonly string[] {
  return values[field.name] ?? field.value;
}

/** The contact on file. */
export function offerFor(offers: SigningView['offers'], { name }: FormField): string | null {
  return offers.find(({ field }) => field === name)?.value ?? null;
}

/** No choice counts too. */
export function isBlank(value: readonly string[]): boolean {
  return value.every((part) => part.trim() === '');
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index]);
}

/** A cleared field is `[]`, since an empty string is refused [D2-22]. */
export function collectValues(fields: readonly FormField[], values: FieldValues): FieldValue[] {
  return fields
    .filter(isFillable)
    .map((field) => ({
      field,
      value: isBlank(currentValue(field, values)) ? [] : currentValue(field, values),
    }))
    .filter(({ field, value }) => !isSame(value, field.value))
    .map(({ field, value }) => ({ name: field.name, value }));
}

/** Option labels, and only the length of passwords. */
export function describeValue(field: FormField, value: readonly string[]): string {
  if (field.password) return value.map((part) => '•'.repeat(Array.from(part).length)).join(', ');
  return value.map((part) => labelOfOption(field, part)).join(', ');
}
