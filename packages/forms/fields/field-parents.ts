import { requireFieldDepth } from '@countersign/pdf';
import { readName } from './dict-reading.ts';
import type { FieldDict } from './field-dict.ts';
import { Key } from './keys.ts';

/** The dictionaries above a field or widget, nearest first, by /Parent; a loop and a page end the list. */
export function listParents(start: FieldDict): FieldDict[] {
  const parents: FieldDict[] = [];
  let at = parentOf(start);
  // Most are roots.
  if (at === undefined) return parents;
  const seen = new Set([start]);
  for (; at && !seen.has(at); at = parentOf(at)) {
    seen.add(at);
    parents.push(at);
    requireFieldDepth(parents.length);
  }
  return parents;
}

/** The root of the tree that a dictionary says it hangs in; undefined when it is a root or hangs in a loop. */
export function findTop(start: FieldDict): FieldDict | undefined {
  if (!start.has(Key.Parent)) return undefined;
  const top = listParents(start).at(-1);
  return top && parentOf(top) ? undefined : top;
}

/** Fields and widgets have no /Type or /Annot; what has another is a page that some writer names as the parent. */
function parentOf(dict: FieldDict): FieldDict | undefined {
  const parent = dict.follow(Key.Parent);
  const type = parent && readName(parent, Key.Type);
  return type === undefined || type === Key.Annot ? parent : undefined;
}
