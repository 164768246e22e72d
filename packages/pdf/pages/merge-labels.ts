import { PDFDict, type PDFObject } from 'pdf-lib';
import { lookupDict } from '../read/lookup.ts';
import { numberTreeEntries, type TreeEntry } from '../read/tree-entries.ts';
import type { FileMover } from './file-mover.ts';

/** ISO 32000-1 12.4.2. Inputs without labels keep 1, 2, 3. */
export function joinPageLabels(movers: readonly FileMover[]): TreeEntry<number>[] {
  if (!movers.some(({ file }) => lookupDict(file.catalog, 'PageLabels') !== undefined)) return [];
  let offset = 0;
  return movers.flatMap((mover) => {
    const labels = labelsOf(mover).map(([page, label]) => [page + offset, label] as const);
    offset += mover.file.pageCount;
    return labels;
  });
}

function labelsOf(mover: FileMover): TreeEntry<number>[] {
  const { catalog, pageCount, context } = mover.file;
  const found = new Map<number, PDFObject>([[0, context.obj({ S: 'D' })]]);
  for (const [page, label] of numberTreeEntries(lookupDict(catalog, 'PageLabels'))) {
    const moved = context.lookup(label) instanceof PDFDict ? mover.translateObject(label) : undefined;
    const isPage = Number.isInteger(page) && page >= 0 && page < pageCount;
    if (moved !== undefined && isPage) found.set(page, moved);
  }
  return [...found].sort(([a], [b]) => a - b);
}
