import { toVisibleLine } from '@countersign/identity/text';
import type { FieldValue, FormField, SigningView } from '@countersign/signing';

/** Of a check box whose file names none. */
export const DEFAULT_ON_STATE = 'Yes';

/** What the signee has put in, by the field's full name. */
export type FieldValues = Readonly<Record<string, readonly string[]>>;

/** Fields the signee may change; all others are content. `editable` is about the API. */
export function isFillable(field: FormField): boolean {
  return !field.readOnly;
}

/** Whether the service fills the field in when the document is signed; until then it shows the date of today. */
export function isFilledAtSigning({ attributes }: FormField): boolean {
  return attributes.some(({ name }) => name === 'svc-date-now');
}

export function initialValues(fields: readonly FormField[]): FieldValues {
  return Object.fromEntries(fields.map((field) => [field.name, field.value]));
}

export function currentValue(field: FormField, values: FieldValues): readonly string[] {
  return values[field.name] ?? field.value;
}

/** The contact on file that the service offers for a field; null when it offers none. */
export function offerFor(offers: SigningView['offers'], { name }: FormField): string | null {
  return offers.find(({ field }) => field === name)?.value ?? null;
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
 * for an empty string is refused [D2-22].
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

/** The options of a field; a check box without any stands for its on-state. */
export function optionsOf({ type, options }: FormField): FormField['options'] {
  return type === 'checkbox' && options.length === 0
    ? [{ label: DEFAULT_ON_STATE, value: DEFAULT_ON_STATE }]
    : options;
}

/** What people read of an option; undefined for a value that is none. */
export function labelOfOption({ options }: FormField, value: string): string | undefined {
  const label = options.find((option) => option.value === value)?.label;
  return label === undefined ? undefined : toVisibleLine(label);
}
