import { FieldFlag } from './field-flags.ts';
import type { FieldNode } from './field-tree.ts';
import type { FieldType } from './form-field.ts';
import { readFieldFlags, readInherited } from './inherited.ts';
import { Key } from './keys.ts';

/** `unknown` has no usable /FT. */
export type FieldKind = FieldType | 'pushButton' | 'signature' | 'unknown';

/** ISO 32000-1 12.7.4. A button with both flags is a push button, as in readers. */
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

export function isFieldType(kind: FieldKind): kind is FieldType {
  return kind !== 'pushButton' && kind !== 'signature' && kind !== 'unknown';
}
