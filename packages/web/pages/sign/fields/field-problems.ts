import { type AttributeFormat, findBrokenFormat, listFormats } from '@countersign/forms/attributes';
import type { FormField } from '@countersign/signing';
import { isBlank, isFillable } from './field-values.ts';

export type FieldProblem = 'required' | 'too_long' | 'not_email' | 'not_mobile';

const FORMAT_PROBLEMS: Readonly<Record<AttributeFormat, FieldProblem>> = {
  email_address: 'not_email',
  swedish_mobile_number: 'not_mobile',
};

/** Options are the sender's text. */
function findFormatProblem({ type, attributes }: FormField, text: string): FieldProblem | null {
  const format = type === 'textField' ? findBrokenFormat(attributes, text) : undefined;
  return format === undefined ? null : FORMAT_PROBLEMS[format];
}

/** Code points, as the service counts. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}

/** Null without one. */
export function findProblem(field: FormField, value: readonly string[]): FieldProblem | null {
  if (!isFillable(field)) return null;
  if (isBlank(value)) return field.required ? 'required' : null;
  const text = value[0] ?? '';
  if (field.maxLength !== null && countCharacters(text) > field.maxLength) return 'too_long';
  return findFormatProblem(field, text);
}

/** For keyboard and autofill. */
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

/** UTF-16 units, two per character; `too_long` has the actual limit. */
export function inputLimit({ maxLength }: FormField): { readonly maxLength?: number } {
  return maxLength === null ? {} : { maxLength: maxLength * 2 };
}
