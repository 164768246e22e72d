import type { PageText } from '@countersign/i18n';
import { toVisibleLine } from '@countersign/identity/text';
import type { FormField } from '@countersign/signing';
import type { FieldProblem } from './field-problems.ts';

export function labelOf(field: FormField): string {
  const label = toVisibleLine(field.label).trim();
  return label === '' ? toVisibleLine(field.name) : label;
}

/** For screen readers, with `required`. */
export function spokenLabel(field: FormField, text: PageText): string {
  return field.required ? `${labelOf(field)} (${text('required')})` : labelOf(field);
}

export function problemMessage(field: FormField, problem: FieldProblem, text: PageText): string {
  return text(`problem_${problem}`, { limit: field.maxLength ?? 0 });
}
