import { PDFNumber } from 'pdf-lib';
import { FieldFlag } from '../fields/field-flags.ts';
import type { Field } from '../fields/form.ts';
import { readFieldFlags } from '../fields/inherited.ts';
import { Key } from '../fields/keys.ts';

/** Which fields the signee may no longer change: none more than before, those just filled, or all. */
export type ReadonlyMode = 'keepOriginal' | 'filled' | 'all';

/** Sets the read-only flag (ISO 32000-1 table 221) by mode; never clears one. Returns the names of the fields changed. */
export function applyReadonlyMode(
  fields: readonly Field[],
  filled: ReadonlySet<string>,
  mode: ReadonlyMode,
): readonly string[] {
  if (mode === 'keepOriginal') return [];
  return fields.filter(({ name }) => mode === 'all' || filled.has(name)).flatMap(closeField);
}

function closeField(field: Field): string[] {
  let isOpen = false;
  for (const node of field.nodes) {
    const flags = readFieldFlags(node);
    if (flags & FieldFlag.readOnly) continue;
    node.entries.set(Key.Ff, PDFNumber.of(flags | FieldFlag.readOnly));
    isOpen = true;
  }
  return isOpen ? [field.name] : [];
}
