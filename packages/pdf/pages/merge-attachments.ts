import { PDFArray, PDFName, type PDFObject } from 'pdf-lib';
import { lookupArray, lookupDict } from '../read/lookup.ts';
import { nameTreeEntries } from '../read/tree-entries.ts';
import type { FileMover } from './file-mover.ts';
import { renameTaken } from './merge-names.ts';

export function joinAttachments(movers: readonly FileMover[]): Map<string, PDFObject> {
  const taken = new Set<string>();
  const joined = new Map<string, PDFObject>();
  for (const mover of movers) {
    const names = lookupDict(mover.file.catalog, 'Names');
    const files = nameTreeEntries(names === undefined ? undefined : lookupDict(names, 'EmbeddedFiles'));
    const renamed = renameTaken(files.keys(), taken);
    for (const [name, file] of files) {
      const moved = mover.translateObject(file);
      if (moved !== undefined) joined.set(renamed.get(name) ?? name, moved);
    }
  }
  return joined;
}

export function joinCatalogArrays(movers: readonly FileMover[], key: string): PDFArray | undefined {
  const items = movers.flatMap((mover) =>
    (lookupArray(mover.file.catalog, key)?.asArray() ?? []).flatMap(
      (item) => mover.translateObject(item) ?? [],
    ),
  );
  const first = movers[0];
  if (first === undefined || items.length === 0) return undefined;
  const joined = PDFArray.withContext(first.file.context);
  for (const item of new Set(items)) joined.push(item);
  return joined;
}

export function commonCatalogEntry(movers: readonly FileMover[], key: string): PDFObject | undefined {
  const values = movers.map(({ file }) => file.catalog.lookup(PDFName.of(key)));
  const spellings = new Set(values.map(String));
  return spellings.size === 1 ? values[0] : undefined;
}
