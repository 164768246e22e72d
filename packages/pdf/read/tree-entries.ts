import { PDFArray, PDFDict, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';
import { latin1 } from './characters.ts';
import { lookupArray, nameOf } from './lookup.ts';
import { stringBytes } from './strings.ts';

/** References count within arrays, too: another revision could change the value. */
export function hasIndirectEntry(dict: PDFDict, keys: readonly string[]): boolean {
  const waiting: PDFObject[] = keys.flatMap((key) => dict.get(nameOf(key)) ?? []);
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (value instanceof PDFRef) return true;
    if (value instanceof PDFArray) for (const item of value.asArray()) waiting.push(item);
    if (value instanceof PDFDict) for (const item of value.values()) waiting.push(item);
  }
  return false;
}

/** References are not resolved. */
export type TreeEntry<Key> = readonly [key: Key, value: PDFObject];

type ReadKey<Key> = (key: PDFObject | undefined) => Key | undefined;

/** Returns a name tree (ISO 32000-1 7.9.6) by Latin-1 key. The first of equal keys wins. */
export function nameTreeEntries(root: PDFDict | undefined): Map<string, PDFObject> {
  return new Map(
    treeEntries(root, 'Names', (key) => {
      const bytes = stringBytes(key);
      return bytes === undefined ? undefined : latin1(bytes);
    }).reverse(),
  );
}

/** Returns a number tree (7.9.7) in the order of the keys. */
export function numberTreeEntries(root: PDFDict | undefined): TreeEntry<number>[] {
  const entries = treeEntries(root, 'Nums', (key) => (key instanceof PDFNumber ? key.asNumber() : undefined));
  return entries.sort(([a], [b]) => a - b);
}

/** Returns each entry once, even in a cyclic tree. */
function treeEntries<Key>(
  root: PDFDict | undefined,
  leafKey: string,
  readKey: ReadKey<Key>,
): TreeEntry<Key>[] {
  const entries: TreeEntry<Key>[] = [];
  const seen = new Set<PDFDict>();
  const waiting = root === undefined ? [] : [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    addPairs(entries, lookupArray(node, leafKey), readKey);
    for (const kid of lookupArray(node, 'Kids')?.asArray().slice().reverse() ?? []) {
      const dict = node.context.lookup(kid);
      if (dict instanceof PDFDict) waiting.push(dict);
    }
  }
  return entries;
}

function addPairs<Key>(entries: TreeEntry<Key>[], pairs: PDFArray | undefined, readKey: ReadKey<Key>): void {
  for (let at = 0; pairs !== undefined && at + 1 < pairs.size(); at += 2) {
    const key = readKey(pairs.lookup(at));
    if (key !== undefined) entries.push([key, pairs.get(at + 1)]);
  }
}
