import { FieldFlag } from './field-flags.ts';
import type { Field } from './form.ts';
import { readFieldFlags } from './inherited.ts';

/** ISO 32000-2 table 231, Password. One flagged dictionary of the name is enough: all get the value. */
export function isPassword({ type, flags, nodes }: Field): boolean {
  if (type !== 'textField') return false;
  if ((flags & FieldFlag.password) !== 0) return true;
  return nodes.length > 1 && nodes.some((node) => (readFieldFlags(node) & FieldFlag.password) !== 0);
}

/** Replaces each character of a password by an asterisk. */
export function maskPassword(text: string): string {
  return '*'.repeat(Array.from(text).length);
}
