import { requireFieldDepth } from '@countersign/pdf';
import { PDFArray, type PDFDict, type PDFName, PDFNumber, type PDFObject, PDFString } from 'pdf-lib';
import { asNumber, asTextOrName, Key, readDict, readEntry, readName } from './dict-reading.ts';
import type { FieldDict, FieldNode } from './field-dict.ts';

/** A cycle or a page ends the chain. */
export function listParents(start: FieldDict): FieldDict[] {
  const parents: FieldDict[] = [];
  let at = parentOf(start);
  if (at === undefined) return parents;
  const seen = new Set([start]);
  for (; at && !seen.has(at); at = parentOf(at)) {
    seen.add(at);
    parents.push(at);
    requireFieldDepth(parents.length);
  }
  return parents;
}

/** Returns undefined for a root or a cycle. */
export function findTop(start: FieldDict): FieldDict | undefined {
  if (!start.has(Key.Parent)) return undefined;
  const top = listParents(start).at(-1);
  return top && parentOf(top) ? undefined : top;
}

/** Some writers name the page: its /Type is neither absent nor /Annot. */
function parentOf(dict: FieldDict): FieldDict | undefined {
  const parent = dict.follow(Key.Parent);
  const type = parent && readName(parent, Key.Type);
  return type === undefined || type === Key.Annot ? parent : undefined;
}

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

/** The limit ends /Parent chains that lead nowhere. */
const MAX_LEVELS = 100;
/** No text reaches this, and an entry cannot be undone in any other way. */
const NO_LIMIT = 0x7fffffff;

/**
 * Gives a field that comes under an existing parent its own entries in place of those that the parent would pass on
 * (ISO 32000-1 12.7.3.1). The type of the field has to be its own.
 */
export function shield(field: PDFDict, parent: PDFDict): void {
  for (const key of [Key.V, Key.DV, Key.Ff, Key.Q, Key.MaxLen])
    if (!field.has(key) && passesOn(parent, key)) field.set(key, absentValue(field, key));
}

function passesOn(parent: PDFDict, key: PDFName): boolean {
  let level: PDFDict | undefined = parent;
  for (let depth = 0; level && depth < MAX_LEVELS; depth += 1) {
    if (readEntry(level, key) !== undefined) return true;
    level = readDict(level, Key.Parent);
  }
  return false;
}

/** Readers treat this as they treat a missing entry. */
function absentValue(field: PDFDict, key: PDFName): PDFObject {
  if (key === Key.MaxLen) return PDFNumber.of(NO_LIMIT);
  if (key === Key.Ff || key === Key.Q) return PDFNumber.of(0);
  const type = field.get(Key.FT);
  if (type === Key.Btn) return Key.Off;
  return type === Key.Ch ? PDFArray.withContext(field.context) : PDFString.of('');
}
