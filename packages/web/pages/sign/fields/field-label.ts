import type { PageText } from '@countersign/i18n';
import type { FormField } from '@countersign/signing';
import { labelOf } from '../../document/field-options.ts';
import type { FieldProblem } from './field-problems.ts';

/** For screen readers, with `required`. */
export function spokenLabel(field: FormField, text: PageText): string {
  return field.required ? `${labelOf(field)} (${text('required')})` : labelOf(field);
}

export function problemMessage(field: FormField, problem: FieldProblem, text: PageText): string {
  return text(`problem_${problem}`, { limit: field.maxLength ?? 0 });
}
