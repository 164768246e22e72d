import { PDFNumber } from 'pdf-lib';
import { readNumber } from '../fields/dict-reading.ts';
import type { FieldDict } from '../fields/field-dict.ts';
import { FieldFlag } from '../fields/field-flags.ts';
import type { FieldNode } from '../fields/field-tree.ts';
import type { Field } from '../fields/form.ts';
import { readFieldFlags } from '../fields/inherited.ts';
import { Key } from '../fields/keys.ts';

export type ReadonlyMode = 'keepOriginal' | 'filled' | 'all';

/** Never clears the flag (ISO 32000-1 table 221). Returns the names of changed fields. */
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
    if (closeNode(node)) isOpen = true;
    for (const widget of node.widgets) if (widget !== node.entries) closeWidget(widget);
  }
  return isOpen ? [field.name] : [];
}

function closeNode(node: FieldNode): boolean {
  const flags = readFieldFlags(node);
  if (flags & FieldFlag.readOnly) return false;
  node.entries.set(Key.Ff, closedFlags(flags));
  return true;
}

/** Some writers put field flags into widgets too, and pdf.js uses those. */
function closeWidget(widget: FieldDict): void {
  const flags = readNumber(widget, Key.Ff);
  if (flags === undefined || flags & FieldFlag.readOnly) return;
  widget.set(Key.Ff, closedFlags(flags));
}

let lastClosed = PDFNumber.of(FieldFlag.readOnly);

/** Thousands of fields have the same flags, and formatting a number takes long. */
function closedFlags(flags: number): PDFNumber {
  const closed = flags | FieldFlag.readOnly;
  if (lastClosed.asNumber() !== closed) lastClosed = PDFNumber.of(closed);
  return lastClosed;
}
