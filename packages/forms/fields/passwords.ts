import { FieldFlag } from './field-flags.ts';
import type { Field } from './form.ts';
import { readFieldFlags } from './inherited.ts';

/**
 * Whether what is entered into a text field must not be shown or kept in the file (ISO 32000-2 table 231, Password). Of
 * several dictionaries with one name, one that says so is enough: they all get the value.
 */
export function isPassword({ type, flags, nodes }: Field): boolean {
  if (type !== 'textField') return false;
  if ((flags & FieldFlag.password) !== 0) return true;
  return nodes.length > 1 && nodes.some((node) => (readFieldFlags(node) & FieldFlag.password) !== 0);
}

/** What is shown, told and kept in place of a password: as many asterisks as it has characters. */
export function conceal(text: string): string {
  return '*'.repeat(Array.from(text).length);
}
