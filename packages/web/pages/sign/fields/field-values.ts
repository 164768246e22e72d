import {
  type AttributeFormat,
  findBrokenFormat,
  formatDay,
  listFormats,
  parseDay,
} from '@countersign/forms/attributes';
import type { FieldValue, FormField, SigningView } from '@countersign/signing';
import { labelOfOption } from '../../document/reading-order.ts';

/** The keys are full names of fields. */
export type FieldValues = Readonly<Record<string, readonly string[]>>;

/** `editable` refers to the API, which may also change fields that people cannot. */
export function isFillable(field: FormField): boolean {
  return !field.readOnly;
}

export type OwnedField = SigningView['fields'][number];

/** [D10-06] */
export function isOfOther({ owner }: OwnedField, { signee }: Pick<SigningView, 'signee'>): boolean {
  return owner !== undefined && owner.signeeId !== signee.signeeId;
}

/** Such a field has today's date, until this signee signs. */
export function isFilledAtSigning(field: OwnedField, view: Pick<SigningView, 'signee'>): boolean {
  return field.attributes.some(({ name }) => name === 'svc-date-now') && !isOfOther(field, view);
}

export function initialValues(fields: readonly FormField[]): FieldValues {
  return Object.fromEntries(fields.map((field) => [field.name, field.value]));
}

export function currentValue(field: FormField, values: FieldValues): readonly string[] {
  return values[field.name] ?? field.value;
}

/** Offers the contact on file. */
export function offerFor(offers: SigningView['offers'], { name }: FormField): string | null {
  return offers.find(({ field }) => field === name)?.value ?? null;
}

/** A field without a choice is blank too. */
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

/** Shows the labels of options, and only the length of passwords. */
export function describeValue(field: FormField, value: readonly string[]): string {
  if (field.password) return value.map((part) => '•'.repeat(Array.from(part).length)).join(', ');
  return value.map((part) => labelOfOption(field, part)).join(', ');
}

export type FieldProblem = 'required' | 'too_long' | 'not_email' | 'not_mobile';

const FORMAT_PROBLEMS: Readonly<Record<AttributeFormat, FieldProblem>> = {
  email_address: 'not_email',
  swedish_mobile_number: 'not_mobile',
};

/** Options are the sender's text and are not checked. */
function findFormatProblem({ type, attributes }: FormField, text: string): FieldProblem | null {
  const format = type === 'textField' ? findBrokenFormat(attributes, text) : undefined;
  return format === undefined ? null : FORMAT_PROBLEMS[format];
}

/** Counts code points, as the service does. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}

/** Returns null for a field without a problem. */
export function findProblem(field: FormField, value: readonly string[]): FieldProblem | null {
  if (!isFillable(field)) return null;
  if (isBlank(value)) return field.required ? 'required' : null;
  const text = value[0] ?? '';
  if (field.maxLength !== null && countCharacters(text) > field.maxLength) return 'too_long';
  return findFormatProblem(field, text);
}

interface DayInput {
  /** ISO 8601, or empty. */
  readonly day: string;
  /** Returns the value of the field. */
  readonly write: (day: string) => readonly string[];
}

/** A date input takes days of ISO 8601 and shows them as the device does. Returns null for a field of any text. */
export function dayInput({ dateFormat }: FormField, value: readonly string[]): DayInput | null {
  if (dateFormat === undefined) return null;
  return {
    day: parseDay(value[0] ?? '', dateFormat) ?? '',
    write: (day) => (day === '' ? [] : [formatDay(day, dateFormat)]),
  };
}

/** Keyboard and autofill use these hints. */
export interface InputHints {
  readonly inputMode: 'text' | 'email' | 'tel';
  readonly autocomplete: string;
}

export function inputHints(field: FormField): InputHints {
  // Browsers ignore `off` for passwords.
  if (field.password) return { inputMode: 'text', autocomplete: 'new-password' };
  const formats = listFormats(field.attributes);
  if (formats.includes('email_address')) return { inputMode: 'email', autocomplete: 'email' };
  if (formats.includes('swedish_mobile_number')) return { inputMode: 'tel', autocomplete: 'tel' };
  return { inputMode: 'text', autocomplete: 'on' };
}

/** Returns UTF-16 units, two for each character. `too_long` has the actual limit. */
export function inputLimit({ maxLength }: FormField): { readonly maxLength?: number } {
  return maxLength === null ? {} : { maxLength: maxLength * 2 };
}
