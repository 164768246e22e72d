import { toVisibleLine } from '@countersign/identity/text';
import type { FormField } from '@countersign/signing';

export function labelOf({ label, name }: FormField): string {
  return toVisibleLine(label).trim() || toVisibleLine(name);
}

/** Every widget of a check box or a radio button has one; `options` lists each of them. */
export function optionOf({ option }: FormField['widgets'][number]): string {
  return option ?? '';
}

/** The value itself, every line of it, if the field does not offer it. */
export function labelOfOption({ options }: FormField, value: string): string {
  const label = options.find((option) => option.value === value)?.label;
  return label === undefined ? value : toVisibleLine(label);
}
