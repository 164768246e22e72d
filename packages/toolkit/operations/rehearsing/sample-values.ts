import type { FieldValue, FormField } from '../../pdf-toolkit.ts';
import { SAMPLE_TEXT } from './sample-requests.ts';

const DRAWABLE = /^[\x20-\x7e]+$/;

/** For every empty field; a failure is then the file's fault. */
export function sampleValues(fields: readonly FormField[]): readonly FieldValue[] {
  const byName = new Map<string, FieldValue>();
  for (const field of fields) {
    const value = field.name !== '' && field.value.length === 0 ? sampleOf(field) : undefined;
    if (value !== undefined) byName.set(field.name, { name: field.name, value });
  }
  for (const [name, count] of countNames(fields)) if (count > 1) byName.delete(name);
  return [...byName.values()];
}

function sampleOf({ type, options, maxLength }: FormField): string | undefined {
  if (type === 'textField') return maxLength === 0 ? undefined : SAMPLE_TEXT;
  // A label that no font draws is the sender's fault.
  const drawable = options.filter(({ label, value }) => DRAWABLE.test(label) && DRAWABLE.test(value));
  return drawable[0]?.value;
}

function countNames(fields: readonly FormField[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of fields) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
