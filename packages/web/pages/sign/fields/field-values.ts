import type { FieldValue, FormField } from '@countersign/signing';
import { toVisibleLine } from '@countersign/signing/text';

/** What the signee has put in, by the field's full name. */
export type FieldValues = Readonly<Record<string, readonly string[]>>;

/** Fields the signee may change; all others are content. */
export function isFillable(field: FormField): boolean {
  return field.editable && !field.readOnly;
}

export function initialValues(fields: readonly FormField[]): FieldValues {
  return Object.fromEntries(fields.map((field) => [field.name, field.value]));
}

export function currentValue(field: FormField, values: FieldValues): readonly string[] {
  return values[field.name] ?? field.value;
}

/** Blank text and no choice are the same: nothing. */
export function isBlank(value: readonly string[]): boolean {
  return value.every((part) => part.trim() === '');
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index]);
}

/**
 * What goes to the service: only what differs from what it already has. A field that was cleared is sent as `[]`,
 * for an empty string is refused (decisions.md section 2).
 */
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

/** As people read it: the labels of options, not their export values; of a password only how long it is. */
export function describeValue(field: FormField, value: readonly string[]): string {
  if (field.password) return value.map((part) => '•'.repeat(Array.from(part).length)).join(', ');
  return value.map((part) => labelOfOption(field, part) ?? part).join(', ');
}

/** What people read of an option; undefined for a value that is none. */
export function labelOfOption({ options }: FormField, value: string): string | undefined {
  const label = options.find((option) => option.value === value)?.label;
  return label === undefined ? undefined : toVisibleLine(label);
}
