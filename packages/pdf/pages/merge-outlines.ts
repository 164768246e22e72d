import { PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';
import { lookupDict, lookupNumber } from '../read/lookup.ts';
import { decodeTextString, encodeTextString } from '../read/text-string.ts';
import type { FileMover, MoveQueue } from './file-mover.ts';

interface OutlinedInput {
  readonly mover: FileMover;
  readonly firstPage: PDFRef;
  readonly title: string;
}

const OUTLINES = PDFName.of('Outlines');
/** Of objects of a file (ISO 32000-1 annex C.2). */
const MAX_ITEMS = 8_388_607;

/** One closed entry for each input (ISO 32000-1 12.3.3); undefined without titles and outlines. */
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

/** When the entry is opened. */
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
