import { PDFArray, PDFDict, type PDFObject } from 'pdf-lib';
import type { PdfFile } from '../pdf-file.ts';
import { lookupArray, lookupDict, nameOf } from '../read/lookup.ts';
import type { RemovedPages } from './removed-pages.ts';

/** Removes elements of the structure tree whose content was on removed pages only (ISO 32000-1 14.7.2). */
export function pruneStructure(file: PdfFile, removed: RemovedPages): void {
  const root = lookupDict(file.catalog, 'StructTreeRoot');
  if (root === undefined) return;
  const elements = listElements(root);
  const gone = new Set<PDFDict>();
  // Elements below come later in the list.
  for (const element of elements.reverse()) {
    if (pruneContent(element, removed, gone) && element !== root) gone.add(element);
  }
  pruneParents(root, gone);
}

/** Lists the root and all elements, each after the one that has it. */
function listElements(root: PDFDict): PDFDict[] {
  const elements = [root];
  const seen = new Set<PDFDict>(elements);
  for (let at = 0; at < elements.length; at += 1) {
    for (const item of contentOf(elements[at] as PDFDict)) {
      const kid = root.context.lookup(item);
      if (!(kid instanceof PDFDict) || isReference(kid) || seen.has(kid)) continue;
      seen.add(kid);
      elements.push(kid);
    }
  }
  return elements;
}

function contentOf(element: PDFDict): readonly PDFObject[] {
  const entry = element.get(nameOf('K'));
  const found = entry && element.context.lookup(entry);
  if (found instanceof PDFArray) return found.asArray();
  return entry === undefined ? [] : [entry];
}

/** Whether a kid is a reference to marked content or to an object, and not an element. */
function isReference(kid: PDFDict): boolean {
  const type = kid.lookup(nameOf('Type'));
  return type === nameOf('MCR') || type === nameOf('OBJR');
}

/** Returns whether the element has lost all of its content. */
function pruneContent(element: PDFDict, removed: RemovedPages, gone: ReadonlySet<PDFDict>): boolean {
  const own = element.get(nameOf('Pg'));
  const content = contentOf(element);
  const kept = content.filter((item) => {
    const kid = element.context.lookup(item);
    if (!(kid instanceof PDFDict)) return !removed.hasPage(own);
    if (!isReference(kid)) return !gone.has(kid);
    const object = kid.get(nameOf('Obj'));
    if (object !== undefined && removed.hasAnnotation(object)) return false;
    return !removed.hasPage(kid.get(nameOf('Pg')) ?? own);
  });
  if (removed.hasPage(own)) element.delete(nameOf('Pg'));
  if (kept.length < content.length) element.set(nameOf('K'), element.context.obj([...kept]));
  return content.length === 0 ? removed.hasPage(own) : kept.length === 0;
}

/** Removes elements from the trees that find them by the content of a page and by their names. */
function pruneParents(root: PDFDict, gone: ReadonlySet<PDFDict>): void {
  if (gone.size === 0) return;
  const seen = new Set<PDFDict>();
  const waiting = ['ParentTree', 'IDTree'].flatMap((key) => lookupDict(root, key) ?? []);
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    for (const key of ['Nums', 'Names']) pruneLeaf(node, key, gone);
    for (const kid of lookupArray(node, 'Kids')?.asArray() ?? []) {
      const dict = root.context.lookup(kid);
      if (dict instanceof PDFDict) waiting.push(dict);
    }
  }
}

function pruneLeaf(node: PDFDict, key: string, gone: ReadonlySet<PDFDict>): void {
  const pairs = lookupArray(node, key)?.asArray();
  if (pairs === undefined) return;
  const kept: PDFObject[] = [];
  const isGone = (item: PDFObject): boolean => {
    const found = node.context.lookup(item);
    return found instanceof PDFDict && gone.has(found);
  };
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const [name, value] = [pairs[at] as PDFObject, pairs[at + 1] as PDFObject];
    const found = node.context.lookup(value);
    if (found instanceof PDFArray ? found.size() > 0 && found.asArray().every(isGone) : isGone(value))
      continue;
    kept.push(name, value);
  }
  if (kept.length < pairs.length) node.set(nameOf(key), node.context.obj([...kept]));
}
