import { toVisibleLine } from '@countersign/identity/text';
import type { FieldValue, FormField, SigningView } from '@countersign/signing';

/** On-state of check boxes without one. */
export const DEFAULT_ON_STATE = 'Yes';

/** Entered values by full name. */
export type FieldValues = Readonly<Record<string, readonly string[]>>;

/** Fields that the signee may change. `editable` refers to the API. */
export function isFillable(field: FormField): boolean {
  return !field.readOnly;
}

/** Returns true if the service fills the field at signing; until then it shows today's date. */
export function isFilledAtSigning({ attributes }: FormField): boolean {
  return attributes.some(({ name }) => name === 'svc-date-now');
}

export function initialValues(fields: readonly FormField[]): FieldValues {
  return Object.fromEntries(fields.map((field) => [field.name, field.value]));
}

export function currentValue(field: FormField, values: FieldValues): readonly string[] {
  return values[field.name] ?? field.value;
}

/** Returns the stored contact for a field, or null. */
export function offerFor(offers: SigningView['offers'], { name }: FormField): string | null {
  return offers.find(({ field }) => field === name)?.value ?? null;
}

/** Blank text and no choice both count as empty. */
export function isBlank(value: readonly string[]): boolean {
  return value.every((part) => part.trim() === '');
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index]);
}

/** Returns the changed values. A cleared field is `[]`, since an empty string is refused [D2-22]. */
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

/** Formats a value for people: option labels, and only the length of passwords. */
export function describeValue(field: FormField, value: readonly string[]): string {
  if (field.password) return value.map((part) => '•'.repeat(Array.from(part).length)).join(', ');
  return value.map((part) => labelOfOption(field, part) ?? part).join(', ');
}

/** Returns the options of a field; a check box without options has its on-state. */
export function optionsOf({ type, options }: FormField): FormField['options'] {
  return type === 'checkbox' && options.length === 0
    ? [{ label: DEFAULT_ON_STATE, value: DEFAULT_ON_STATE }]
    : options;
}

/** Returns the label of an option, or undefined. */
export function labelOfOption({ options }: FormField, value: string): string | undefined {
  const label = options.find((option) => option.value === value)?.label;
  return label === undefined ? undefined : toVisibleLine(label);
}
