import { type PDFArray, type PDFContext, PDFDict, type PDFObject } from 'pdf-lib';
import { requireFieldDepth } from '../limits.ts';
import type { PdfFile } from '../pdf-file.ts';
import { lookupArray, lookupDict } from '../read/lookup.ts';
import { replaceItems } from './page-tree-walk.ts';
import type { RemovedPages } from './removed-pages.ts';

/** Removes the widgets of removed pages from the form, and fields that have no other ones (ISO 32000-1 12.7.3). */
export function pruneFields(file: PdfFile, removed: RemovedPages): void {
  const form = lookupDict(file.catalog, 'AcroForm');
  const fields = form && lookupArray(form, 'Fields');
  if (form === undefined || fields === undefined) return;
  const gone = new Set<PDFObject>();
  pruneKids(fields, { context: file.context, removed, gone, seen: new Set() }, 0);
  const order = lookupArray(form, 'CO');
  if (order !== undefined && gone.size > 0)
    replaceItems(
      order,
      order.asArray().filter((item) => !gone.has(item)),
    );
}

interface Pruning {
  readonly context: PDFContext;
  readonly removed: RemovedPages;
  /** Fields and widgets that are removed. */
  readonly gone: Set<PDFObject>;
  readonly seen: Set<PDFObject>;
}

function pruneKids(kids: PDFArray, pruning: Pruning, depth: number): void {
  requireFieldDepth(depth);
  const kept = kids.asArray().filter((item) => staysAfterPruning(item, pruning, depth));
  if (kept.length < kids.size()) replaceItems(kids, kept);
}

function staysAfterPruning(item: PDFObject, pruning: Pruning, depth: number): boolean {
  const { context, removed, gone, seen } = pruning;
  const field = context.lookup(item);
  if (!(field instanceof PDFDict)) return true;
  const below = lookupArray(field, 'Kids');
  let stays = !removed.hasAnnotation(item);
  if (below !== undefined && below.size() > 0 && !seen.has(field)) {
    seen.add(field);
    pruneKids(below, pruning, depth + 1);
    stays = below.size() > 0;
  }
  if (!stays) gone.add(item);
  return stays;
}
