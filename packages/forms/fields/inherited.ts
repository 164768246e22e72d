import type { PDFName, PDFObject } from 'pdf-lib';
import { asNumber, asTextOrName } from './dict-reading.ts';
import type { FieldNode } from './field-tree.ts';
import { Key } from './keys.ts';

/** ISO 32000-1 12.7.3.1. Not in the standard: else the first widget's, where some writers put /FT and /V. */
export function readInherited(node: FieldNode, key: PDFName): PDFObject | undefined {
  const own = node.entries.entry(key);
  if (own !== undefined) return own;
  return readAbove(node, key) ?? readFirstWidget(node, key);
}

function readAbove({ ancestors }: FieldNode, key: PDFName): PDFObject | undefined {
  if (ancestors.length === 0) return undefined;
  for (const ancestor of ancestors) {
    const value = ancestor.entry(key);
    if (value !== undefined) return value;
  }
  return undefined;
}

function readFirstWidget(node: FieldNode, key: PDFName): PDFObject | undefined {
  const widget = node.widgets[0];
  return widget && widget !== node.entries ? widget.entry(key) : undefined;
}

export function readFieldFlags(node: FieldNode): number {
  return asNumber(readInherited(node, Key.Ff)) ?? 0;
}

/** Readers take 0 as no limit. */
export function readMaxLength(node: FieldNode): number | null {
  const length = asNumber(readInherited(node, Key.MaxLen));
  return length !== undefined && Number.isInteger(length) && length > 0 ? length : null;
}

export function readInheritedText(node: FieldNode, key: PDFName): string | undefined {
  return asTextOrName(readInherited(node, key));
}
