import { FieldFlag } from './field-flags.ts';
import type { FieldNode } from './field-tree.ts';
import type { FieldType } from './form-field.ts';
import { readFieldFlags, readInherited } from './inherited.ts';
import { Key } from './keys.ts';

/** What a field dictionary is; `unknown` has no usable /FT and is only a level of names or damage. */
export type FieldKind = FieldType | 'pushButton' | 'signature' | 'unknown';

/** Tells the kind by /FT and /Ff (ISO 32000-1 12.7.4). A button with both flags is a push button, as readers have it. */
export function readFieldKind(node: FieldNode): FieldKind {
  const type = readInherited(node, Key.FT);
  if (type === Key.Tx) return 'textField';
  if (type === Key.Sig) return 'signature';
  const flags = readFieldFlags(node);
  if (type === Key.Ch) return flags & FieldFlag.combo ? 'combobox' : 'listbox';
  if (type !== Key.Btn) return 'unknown';
  if (flags & FieldFlag.pushButton) return 'pushButton';
  return flags & FieldFlag.radio ? 'radioButton' : 'checkbox';
}

/** Whether people enter a value into it. */
export function isFieldType(kind: FieldKind): kind is FieldType {
  return kind !== 'pushButton' && kind !== 'signature' && kind !== 'unknown';
}
