import { type AttributeFormat, findBrokenFormat, listFormats } from '@countersign/forms/attributes';
import type { FormField } from '@countersign/signing';
import { isBlank, isFillable } from './field-values.ts';

export type FieldProblem = 'required' | 'too_long' | 'not_email' | 'not_mobile';

const FORMAT_PROBLEMS: Readonly<Record<AttributeFormat, FieldProblem>> = {
  email_address: 'not_email',
  swedish_mobile_number: 'not_mobile',
};

/** As the service finds it: what is chosen from a list is the sender's text and has no format to keep. */
function findFormatProblem({ type, attributes }: FormField, text: string): FieldProblem | null {
  const format = type === 'textField' ? findBrokenFormat(attributes, text) : undefined;
  return format === undefined ? null : FORMAT_PROBLEMS[format];
}

/** Characters as the service counts them: an emoji is one. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}

/** The first thing wrong with a value, null when the document may be signed with it. */
export function findProblem(field: FormField, value: readonly string[]): FieldProblem | null {
  if (!isFillable(field)) return null;
  if (isBlank(value)) return field.required ? 'required' : null;
  const text = value[0] ?? '';
  if (field.maxLength !== null && countCharacters(text) > field.maxLength) return 'too_long';
  return findFormatProblem(field, text);
}

/** Which keyboard a phone should show and what the browser may fill in. */
export interface InputHints {
  readonly inputMode: 'text' | 'email' | 'tel';
  readonly autocomplete: string;
}

export function inputHints(field: FormField): InputHints {
  // `off` alone is ignored for passwords: browsers would offer the one of this site, and to keep this one.
  if (field.password) return { inputMode: 'text', autocomplete: 'new-password' };
  const formats = listFormats(field.attributes);
  if (formats.includes('email_address')) return { inputMode: 'email', autocomplete: 'email' };
  if (formats.includes('swedish_mobile_number')) return { inputMode: 'tel', autocomplete: 'tel' };
  return { inputMode: 'text', autocomplete: 'on' };
}

/**
 * Most UTF-16 units that an input takes: enough for characters that have two. What is too long after all is told
 * (`too_long`).
 */
export function inputLimit({ maxLength }: FormField): { readonly maxLength?: number } {
  return maxLength === null ? {} : { maxLength: maxLength * 2 };
}
