import { PDFArray, PDFDict, type PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';
import type { PdfFile } from '../pdf-file.ts';
import { asDict, lookupArray, lookupDict, lookupName, lookupNumber, nameOf } from '../read/lookup.ts';
import { numberTreeEntries } from '../read/tree-entries.ts';
import { replaceItems } from './page-tree-walk.ts';
import type { RemovedPages } from './removed-pages.ts';

const FIRST = nameOf('First');
const LAST = nameOf('Last');
const NEXT = nameOf('Next');
const PREV = nameOf('Prev');

/** Removes what leads to removed pages: destinations, outline items, the opening action, links and article beads. */
export function pruneNavigation(file: PdfFile, removed: RemovedPages): void {
  const { catalog } = file;
  const opening = catalog.get(nameOf('OpenAction'));
  if (removed.isLedToBy(opening) || removed.isLedToByAction(opening)) catalog.delete(nameOf('OpenAction'));
  else pruneSequence(lookupDict(catalog, 'OpenAction'), removed);
  const outlines = lookupDict(catalog, 'Outlines');
  if (outlines !== undefined) pruneItems(outlines, removed);
  pruneThreads(file, removed);
  // Parts of PDF/VT list the pages of the whole document (ISO 16612-2).
  catalog.delete(nameOf('DPartRoot'));
}

interface Level {
  readonly parent: PDFDict;
  readonly items: readonly (readonly [PDFRef, PDFDict])[];
}

/**
 * Removes outline items whose page is gone, and headings of which nothing is left (ISO 32000-1 12.3.3). Levels are visited
 * before those above them, without recursion, since the file decides the depth.
 */
function pruneItems(outlines: PDFDict, removed: RemovedPages): void {
  const seen = new Set<PDFDict>([outlines]);
  const levels: Level[] = [];
  const waiting = [outlines];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    const items = listItems(parent, seen);
    levels.push({ parent, items });
    for (const [, item] of items) if (item.has(FIRST)) waiting.push(item);
  }
  let isChanged = false;
  const emptied = new Set<PDFDict>();
  for (const { parent, items } of levels.reverse()) {
    const kept = items.filter(([, item]) => {
      if (item.has(FIRST)) return true;
      const isHeading = !item.has(nameOf('Dest')) && !item.has(nameOf('A'));
      return !(isHeading && emptied.has(item)) && !removed.isLedToByEntryOf(item);
    });
    for (const [, item] of kept) {
      pruneActions(item, removed);
      if (!removed.isLedToByEntryOf(item)) continue;
      item.delete(nameOf('Dest'));
      item.delete(nameOf('A'));
      isChanged = true;
    }
    if (kept.length === items.length) continue;
    linkItems(parent, kept);
    if (kept.length === 0) emptied.add(parent);
    isChanged = true;
  }
  if (isChanged) countItems(levels);
}

function listItems(parent: PDFDict, seen: Set<PDFDict>): (readonly [PDFRef, PDFDict])[] {
  const items: (readonly [PDFRef, PDFDict])[] = [];
  for (let ref = parent.get(FIRST); ref instanceof PDFRef; ) {
    const item = parent.context.lookup(ref);
    if (!(item instanceof PDFDict) || seen.has(item)) break;
    seen.add(item);
    items.push([ref, item]);
    ref = item.get(NEXT);
  }
  return items;
}

function linkItems(parent: PDFDict, items: Level['items']): void {
  setOrDelete(parent, FIRST, items[0]?.[0]);
  setOrDelete(parent, LAST, items.at(-1)?.[0]);
  for (const [index, [, item]] of items.entries()) {
    setOrDelete(item, PREV, items[index - 1]?.[0]);
    setOrDelete(item, NEXT, items[index + 1]?.[0]);
  }
}

function setOrDelete(dict: PDFDict, key: PDFName, value: PDFObject | undefined): void {
  if (value === undefined) dict.delete(key);
  else dict.set(key, value);
}

/** The sign of /Count says whether an item is open; the number is that of the items which are then visible. */
function countItems(levels: readonly Level[]): void {
  const visible = new Map<PDFDict, number>();
  // The lowest levels come first.
  for (const { parent } of levels) {
    let count = 0;
    for (const [, item] of listItems(parent, new Set())) {
      const isOpen = (lookupNumber(item, 'Count') ?? 0) > 0;
      count += 1 + (isOpen ? (visible.get(item) ?? 0) : 0);
    }
    visible.set(parent, count);
    const isClosed = (lookupNumber(parent, 'Count') ?? 0) < 0;
    if (count === 0) parent.delete(nameOf('Count'));
    else parent.set(nameOf('Count'), PDFNumber.of(isClosed ? -count : count));
  }
}

/** Takes the beads of removed pages out of their rings, and threads without beads out of the list (12.4.3). */
function pruneThreads(file: PdfFile, removed: RemovedPages): void {
  const threads = lookupArray(file.catalog, 'Threads');
  if (threads === undefined) return;
  const kept = threads.asArray().filter((item) => {
    const thread = file.context.lookup(item);
    return thread instanceof PDFDict && pruneBeads(thread, removed);
  });
  if (kept.length === 0) file.catalog.delete(nameOf('Threads'));
  else replaceItems(threads, kept);
}

function pruneBeads(thread: PDFDict, removed: RemovedPages): boolean {
  const seen = new Set<PDFObject>();
  const beads: (readonly [PDFRef, PDFDict])[] = [];
  for (let ref = thread.get(nameOf('F')); ref instanceof PDFRef && !seen.has(ref); ) {
    seen.add(ref);
    const bead = thread.context.lookup(ref);
    if (!(bead instanceof PDFDict)) break;
    if (!removed.hasPage(bead.get(nameOf('P')))) beads.push([ref, bead]);
    ref = bead.get(nameOf('N'));
  }
  if (beads.length === seen.size) return true;
  for (const [index, [, bead]] of beads.entries()) {
    bead.set(nameOf('N'), (beads[index + 1] ?? beads[0])?.[0] as PDFRef);
    bead.set(nameOf('V'), (beads[index - 1] ?? beads.at(-1))?.[0] as PDFRef);
  }
  const [first] = beads;
  if (first === undefined) return false;
  first[1].set(nameOf('T'), thread.context.getObjectRef(thread) ?? thread);
  thread.set(nameOf('F'), first[0]);
  return true;
}

/** Removes links to removed pages as a whole, and such actions of other annotations, from the pages that stay. */
export function pruneLinks(file: PdfFile, removed: RemovedPages): void {
  for (const page of file.pages()) {
    const list = lookupArray(page.dict, 'Annots');
    if (list === undefined) continue;
    const kept = list.asArray().filter((item) => {
      const annotation = file.context.lookup(item);
      if (!(annotation instanceof PDFDict) || !removed.isLedToByEntryOf(annotation)) return true;
      if (lookupName(annotation, 'Subtype') === 'Link') return false;
      annotation.delete(nameOf('A'));
      return true;
    });
    for (const item of kept) {
      const annotation = file.context.lookup(item);
      if (annotation instanceof PDFDict) pruneActions(annotation, removed);
    }
    if (kept.length < list.size()) page.dict.set(nameOf('Annots'), file.context.obj([...kept]));
  }
}

/** Removes actions that follow others, or that events set off, and what follows them (12.6.2). */
function pruneActions(owner: PDFDict, removed: RemovedPages): void {
  pruneSequence(lookupDict(owner, 'A'), removed);
  const events = lookupDict(owner, 'AA');
  for (const key of events?.keys() ?? []) {
    if (removed.isLedToByAction(events?.get(key))) events?.delete(key);
    else pruneSequence(events && asDict(events.lookup(key)), removed);
  }
}

function pruneSequence(first: PDFDict | undefined, removed: RemovedPages): void {
  const waiting = first === undefined ? [] : [first];
  const seen = new Set<PDFDict>(waiting);
  for (let action = waiting.pop(); action !== undefined; action = waiting.pop()) {
    const next = action.lookup(NEXT);
    const items = next instanceof PDFArray ? next.asArray() : next === undefined ? [] : [next];
    const kept = items.filter((item) => !removed.isLedToByAction(item));
    if (kept.length < items.length)
      setOrDelete(action, NEXT, kept.length === 0 ? undefined : action.context.obj([...kept]));
    for (const item of kept) {
      const following = asDict(action.context.lookup(item));
      if (following === undefined || seen.has(following)) continue;
      seen.add(following);
      waiting.push(following);
    }
  }
}

/** Gives every page the label that it had (12.4.2). `order` has the former indexes. */
export function moveLabels(file: PdfFile, order: readonly number[]): void {
  const tree = lookupDict(file.catalog, 'PageLabels');
  if (tree === undefined) return;
  const ranges = numberTreeEntries(tree);
  const numbers = PDFArray.withContext(file.context);
  let previous: { readonly range: number; readonly index: number } | undefined;
  const rangeOf = makeRangeFinder(ranges.map(([first]) => first));
  for (const [index, former] of order.entries()) {
    const range = rangeOf(former);
    if (previous?.range === range && previous.index + 1 === former) {
      previous = { range, index: former };
      continue;
    }
    previous = { range, index: former };
    numbers.push(PDFNumber.of(index));
    numbers.push(labelFrom(file, ranges[range], former));
  }
  file.catalog.set(nameOf('PageLabels'), file.context.obj({ Nums: numbers }));
}

function makeRangeFinder(firsts: readonly number[]): (page: number) => number {
  return (page) => {
    let [low, high] = [0, firsts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((firsts[middle] as number) <= page) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
}

function labelFrom(file: PdfFile, range: readonly [number, PDFObject] | undefined, page: number): PDFDict {
  const found = range && file.context.lookup(range[1]);
  // Pages before the first range have decimal numbers.
  if (range === undefined || !(found instanceof PDFDict))
    return file.context.obj({ S: 'D', St: page + 1 }) as PDFDict;
  const label = found.clone(file.context);
  const first = lookupNumber(found, 'St') ?? 1;
  if (found.has(nameOf('S'))) label.set(nameOf('St'), PDFNumber.of(first + page - range[0]));
  return label;
}
