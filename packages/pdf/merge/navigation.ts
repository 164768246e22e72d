import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';
import { entriesOf } from '../pdf-lib-internals.ts';
import { lookupDict, lookupNumber } from '../read/lookup.ts';
import { decodeName, decodeTextString, encodeTextString } from '../read/strings.ts';
import { nameTreeEntries, numberTreeEntries, type TreeEntry } from '../read/tree-entries.ts';
import type { FileMover, MoveQueue } from './file-mover.ts';
import { moveDestination, renameTaken } from './rules.ts';

/** The named destinations of an input (ISO 32000-1 12.3.2.3). */
export interface InputDestinations {
  readonly mover: FileMover;
  readonly strings: ReadonlyMap<string, PDFObject>;
  readonly names: ReadonlyMap<PDFName, PDFObject>;
  readonly newStrings: ReadonlyMap<string, string>;
  readonly newNames: ReadonlyMap<PDFName, PDFName>;
}

export function listDestinations(movers: readonly FileMover[]): InputDestinations[] {
  const takenStrings = new Set<string>();
  const takenNames = new Set<string>();
  return movers.map((mover) =>
    mover.withInputIndex(() => {
      const { catalog } = mover.file;
      const strings = nameTreeEntries(lookupDict(lookupDict(catalog, 'Names') ?? catalog, 'Dests'));
      const names = entriesOf(lookupDict(catalog, 'Dests') ?? PDFDict.withContext(catalog.context));
      const newStrings = renameTaken(strings.keys(), takenStrings);
      return { mover, strings, names, newStrings, newNames: renameNames(names.keys(), takenNames) };
    }),
  );
}

function renameNames(names: Iterable<PDFName>, taken: Set<string>): Map<PDFName, PDFName> {
  const bySpelling = new Map([...names].map((name) => [decodeName(name), name]));
  const renamed = renameTaken(bySpelling.keys(), taken);
  return new Map(
    [...renamed].flatMap(([from, to]) => {
      const name = bySpelling.get(from);
      return name === undefined ? [] : [[name, PDFName.of(to)] as const];
    }),
  );
}

export function joinDestinationStrings(inputs: readonly InputDestinations[]): Map<string, PDFObject> {
  const joined = new Map<string, PDFObject>();
  for (const { mover, strings, newStrings } of inputs) {
    for (const [name, value] of strings) {
      const moved = moveNamed(mover, value);
      if (moved !== undefined) joined.set(newStrings.get(name) ?? name, moved);
    }
  }
  return joined;
}

export function joinDestinationNames(
  inputs: readonly InputDestinations[],
  joined: PDFDict,
): PDFDict | undefined {
  for (const { mover, names, newNames } of inputs) {
    for (const [name, value] of names) {
      const moved = moveNamed(mover, value);
      if (moved !== undefined) joined.set(newNames.get(name) ?? name, moved);
    }
  }
  return entriesOf(joined).size === 0 ? undefined : joined;
}

/** Moves a destination that is an array, or a dictionary with one under /D. */
export function moveNamed(mover: FileMover, value: PDFObject): PDFObject | undefined {
  const found = mover.file.context.lookup(value);
  const explicit = found instanceof PDFDict ? found.lookup(PDFName.of('D')) : found;
  if (!(explicit instanceof PDFArray)) return undefined;
  const named = moveDestination(mover.file.catalog, explicit, mover.rules);
  const moved = mover.translateObject(named);
  return moved instanceof PDFArray && moved.size() > 0 && moved.get(0) instanceof PDFRef ? moved : undefined;
}

/** Joins the page labels (ISO 32000-1 12.4.2). Inputs without labels keep 1, 2, 3. */
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

interface OutlinedInput {
  readonly mover: FileMover;
  readonly firstPage: PDFRef;
  readonly title: string;
}

const OUTLINES = PDFName.of('Outlines');
/** A file has at most so many objects (ISO 32000-1 annex C.2). */
const MAX_ITEMS = 8_388_607;

/**
 * Makes one closed entry for each input (ISO 32000-1 12.3.3). Returns undefined without titles and outlines.
 */
export function joinOutlines(
  movers: readonly FileMover[],
  queue: MoveQueue,
  titles: readonly string[] | undefined,
): PDFRef | undefined {
  const hasOutlines = movers.some(({ file }) => lookupDict(file.catalog, 'Outlines') !== undefined);
  if (!hasOutlines && titles === undefined) return undefined;
  const inputs = movers.flatMap((mover, index) =>
    outlinedInput(mover, titles?.[index] ?? titleOf(mover, index)),
  );
  const root = PDFDict.withContext(queue.context);
  const rootRef = queue.register(root);
  const refs = inputs.map(() => queue.nextRef());
  for (const [index, input] of inputs.entries()) {
    const ref = refs[index];
    if (ref === undefined) continue;
    const entry = makeEntry(input, ref, queue);
    setLinks(entry, { Parent: rootRef, Prev: refs[index - 1], Next: refs[index + 1] });
    queue.registerAt(ref, entry);
  }
  root.set(PDFName.of('Type'), OUTLINES);
  setLinks(root, { First: refs[0], Last: refs.at(-1), Count: PDFNumber.of(refs.length) });
  return rootRef;
}

function outlinedInput(mover: FileMover, title: string): OutlinedInput[] {
  const page = mover.file.page(0);
  const firstPage = mover.translate(page.ref);
  return firstPage === undefined ? [] : [{ mover, firstPage, title }];
}

function titleOf({ file }: FileMover, index: number): string {
  const info = file.context.lookup(file.trailer.get(PDFName.of('Info')));
  const title = info instanceof PDFDict ? decodeTextString(info.lookup(PDFName.of('Title'))) : undefined;
  return title === undefined || title.trim() === '' ? `${index + 1}` : title;
}

function makeEntry({ mover, firstPage, title }: OutlinedInput, ref: PDFRef, queue: MoveQueue): PDFDict {
  const entry = PDFDict.withContext(queue.context);
  entry.set(PDFName.of('Title'), encodeTextString(title));
  entry.set(PDFName.of('Dest'), queue.context.obj([firstPage, 'Fit']));
  const outlines = lookupDict(mover.file.catalog, 'Outlines');
  const first = outlines?.get(PDFName.of('First'));
  const last = outlines?.get(PDFName.of('Last'));
  if (outlines === undefined || !(first instanceof PDFRef) || !(last instanceof PDFRef)) return entry;
  // The old root is /Parent of first-level items.
  const old = mover.file.catalog.get(OUTLINES);
  if (old instanceof PDFRef) mover.alias(old, ref);
  setLinks(entry, { First: mover.translate(first), Last: mover.translate(last) });
  entry.set(PDFName.of('Count'), PDFNumber.of(-countVisible(outlines)));
  return entry;
}

/** Counts the items that are visible when the entry is opened. */
function countVisible(outlines: PDFDict): number {
  const promised = lookupNumber(outlines, 'Count') ?? 0;
  if (promised > 0 && promised <= MAX_ITEMS && Number.isInteger(promised)) return promised;
  const seen = new Set<PDFDict>();
  let item = lookupDict(outlines, 'First');
  while (item !== undefined && !seen.has(item)) {
    seen.add(item);
    item = lookupDict(item, 'Next');
  }
  return seen.size;
}

function setLinks(dict: PDFDict, links: Readonly<Record<string, PDFObject | undefined>>): void {
  for (const [key, value] of Object.entries(links)) {
    if (value !== undefined) dict.set(PDFName.of(key), value);
  }
}
