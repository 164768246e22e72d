import { requireFieldDepth } from '@countersign/pdf';
import { readName } from './dict-reading.ts';
import type { FieldDict } from './field-dict.ts';
import { Key } from './keys.ts';

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

/** Undefined for a root or a cycle. */
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
