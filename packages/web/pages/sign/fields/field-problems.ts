import { isEmailAddress, isSwedishMobileNumber } from '@countersign/forms/attributes';
import type { FormField } from '@countersign/signing';
import { isBlank, isFillable } from './field-values.ts';

export type FieldProblem = 'required' | 'too_long' | 'not_email' | 'not_mobile';

type FormatCheck = { readonly accepts: (text: string) => boolean; readonly problem: FieldProblem };

/** Specification 2.10: the two attributes that check a format. */
const FORMATS: Readonly<Record<string, FormatCheck>> = {
  'svc-format-email': { accepts: isEmailAddress, problem: 'not_email' },
  'svc-format-mobile': { accepts: isSwedishMobileNumber, problem: 'not_mobile' },
};

function findFormatProblem(field: FormField, text: string): FieldProblem | null {
  const checks = field.attributes.flatMap(({ name }) => FORMATS[name] ?? []);
  return checks.find((check) => !check.accepts(text))?.problem ?? null;
}

/** The first thing wrong with a value, null when the document may be signed with it. */
export function findProblem(field: FormField, value: readonly string[]): FieldProblem | null {
  if (!isFillable(field)) return null;
  if (isBlank(value)) return field.required ? 'required' : null;
  const text = value[0] ?? '';
  if (field.maxLength !== null && text.length > field.maxLength) return 'too_long';
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
  const names = new Set(field.attributes.map(({ name }) => name));
  if (names.has('svc-format-email')) return { inputMode: 'email', autocomplete: 'email' };
  if (names.has('svc-format-mobile')) return { inputMode: 'tel', autocomplete: 'tel' };
  return { inputMode: 'text', autocomplete: 'on' };
}
