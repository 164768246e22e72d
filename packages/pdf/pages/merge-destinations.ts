import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { entriesOf } from '../lazy-object-map.ts';
import { lookupDict } from '../read/lookup.ts';
import { decodeName } from '../read/text-string.ts';
import { nameTreeEntries } from '../read/tree-entries.ts';
import type { FileMover } from './file-mover.ts';
import { renameTaken } from './merge-names.ts';
import { moveDestination } from './merge-rules.ts';

/** Named ones (ISO 32000-1 12.3.2.3). */
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

/** Directly: an array, or a dictionary with one under /D. */
function moveNamed(mover: FileMover, value: PDFObject): PDFObject | undefined {
  const found = mover.file.context.lookup(value);
  const explicit = found instanceof PDFDict ? found.lookup(PDFName.of('D')) : found;
  if (!(explicit instanceof PDFArray)) return undefined;
  const named = moveDestination(mover.file.catalog, explicit, mover.rules);
  const moved = mover.translateObject(named);
  return moved instanceof PDFArray && moved.size() > 0 && moved.get(0) instanceof PDFRef ? moved : undefined;
}
