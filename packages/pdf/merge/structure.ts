import { PDFArray, PDFBool, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';
import { entriesOf } from '../pdf-lib-internals.ts';
import { lookupDict, lookupNumber } from '../read/lookup.ts';
import { nameTreeEntries, numberTreeEntries, type TreeEntry } from '../read/tree-entries.ts';
import type { FileMover, MoveQueue } from './file-mover.ts';
import { renameTaken } from './rules.ts';
import { isSameValue, type OwnedValue } from './shared-objects.ts';

/** The structure tree of an input, with its offset in the joined tree. */
export interface InputStructure {
  /** The root is undefined if the input has no structure tree, or an incompatible one. */
  readonly root: PDFDict | undefined;
  readonly isDropped: boolean;
  readonly isMarked: boolean;
  readonly parents: readonly TreeEntry<number>[];
  /** This is added to keys of the parent tree (ISO 32000-1 14.7.4.4). */
  readonly offset: number;
  readonly keyCount: number;
  readonly ids: ReadonlyMap<string, PDFObject>;
  readonly newIds: ReadonlyMap<string, string>;
}

/** Each key needs an object (ISO 32000-1 annex C.2), and the sum over inputs stays an integer. */
const MAX_PARENT_KEYS = 8_388_607;
/** Their names must be unambiguous. */
const SHARED_NAMES = ['RoleMap', 'ClassMap'];

/** Drops those that redefine a role or class. */
export function listStructures(movers: readonly FileMover[]): InputStructure[] {
  const taken = new Map<string, OwnedValue>();
  const ids = new Set<string>();
  let offset = 0;
  return movers.map((mover) =>
    mover.withInputIndex(() => {
      const { catalog } = mover.file;
      const root = lookupDict(catalog, 'StructTreeRoot');
      const isDropped = root !== undefined && !claimNames(root, taken);
      const structure = readStructure(isDropped ? undefined : root, offset, ids);
      offset += structure.keyCount;
      const isMarked = lookupDict(catalog, 'MarkInfo')?.lookup(PDFName.of('Marked')) === PDFBool.True;
      return { ...structure, isDropped, isMarked };
    }),
  );
}

function claimNames(root: PDFDict, taken: Map<string, OwnedValue>): boolean {
  const { context } = root;
  const claims = SHARED_NAMES.flatMap((map) =>
    [...entriesOf(lookupDict(root, map) ?? PDFDict.withContext(context))].map(
      ([name, value]) => [`${map}${name}`, { context, value }] as const,
    ),
  );
  if (claims.some(([name, own]) => !isSameValue(taken.get(name) ?? own, own))) return false;
  for (const [name, own] of claims) taken.set(name, own);
  return true;
}

function readStructure(
  root: PDFDict | undefined,
  offset: number,
  taken: Set<string>,
): Omit<InputStructure, 'isDropped' | 'isMarked'> {
  if (root === undefined)
    return { root, parents: [], offset, keyCount: 0, ids: new Map(), newIds: new Map() };
  const tree = numberTreeEntries(lookupDict(root, 'ParentTree'));
  const parents = tree.filter(([key]) => isParentKey(key));
  const promised = lookupNumber(root, 'ParentTreeNextKey') ?? 0;
  const keyCount = Math.max((parents.at(-1)?.[0] ?? -1) + 1, isParentKey(promised) ? promised : 0);
  const ids = nameTreeEntries(lookupDict(root, 'IDTree'));
  return { root, parents, offset, keyCount, ids, newIds: renameTaken(ids.keys(), taken) };
}

function isParentKey(key: number): boolean {
  return Number.isInteger(key) && key >= 0 && key <= MAX_PARENT_KEYS;
}

export function joinStructures(
  movers: readonly FileMover[],
  structures: readonly InputStructure[],
  queue: MoveQueue,
): PDFRef | undefined {
  const count = structures.filter(({ root }) => root !== undefined).length;
  if (count === 0) return undefined;
  const joined = new JoinedStructure(queue, count > 1);
  for (const [index, mover] of movers.entries()) {
    const structure = structures[index];
    if (structure?.isDropped) forgetRoot(mover);
    if (structure?.root !== undefined) joined.add(mover, structure, structure.root);
  }
  return joined.finish();
}

/** No reference may bring it back. */
function forgetRoot(mover: FileMover): void {
  const root = mover.file.catalog.get(PDFName.of('StructTreeRoot'));
  if (root instanceof PDFRef) mover.alias(root, undefined);
}

class JoinedStructure {
  readonly #queue: MoveQueue;
  readonly #ref: PDFRef;
  readonly #root: PDFDict;
  readonly #parentRef: PDFRef;
  readonly #kids: PDFArray;
  readonly #parents: TreeEntry<number>[] = [];
  readonly #ids = new Map<string, PDFObject>();
  readonly #namespaces: PDFArray;
  #nextKey = 0;

  /** Under one Document element, as PDF 2.0 14.7.2 requires. */
  constructor(queue: MoveQueue, isWrapped: boolean) {
    this.#queue = queue;
    this.#root = PDFDict.withContext(queue.context);
    this.#ref = queue.register(this.#root);
    this.#kids = PDFArray.withContext(queue.context);
    this.#namespaces = PDFArray.withContext(queue.context);
    this.#parentRef = isWrapped ? this.#registerDocument() : this.#ref;
  }

  add(mover: FileMover, structure: InputStructure, root: PDFDict): void {
    const old = mover.file.catalog.get(PDFName.of('StructTreeRoot'));
    if (old instanceof PDFRef) mover.alias(old, this.#parentRef);
    addAll(this.#kids, mover, root.lookup(PDFName.of('K')), root.get(PDFName.of('K')));
    addAll(this.#namespaces, mover, root.lookup(PDFName.of('Namespaces')), undefined);
    for (const [key, value] of structure.parents) {
      const moved = mover.translateObject(value);
      if (moved !== undefined) this.#parents.push([key + structure.offset, moved]);
    }
    for (const [id, element] of structure.ids) {
      const moved = mover.translateObject(element);
      if (moved !== undefined) this.#ids.set(structure.newIds.get(id) ?? id, moved);
    }
    for (const key of SHARED_NAMES) this.#addNames(mover, root, key);
    this.#nextKey = structure.offset + structure.keyCount;
  }

  finish(): PDFRef {
    const set = (key: string, value: PDFObject) => this.#root.set(PDFName.of(key), value);
    set('Type', PDFName.of('StructTreeRoot'));
    set('K', this.#parentRef === this.#ref ? this.#kids : this.#parentRef);
    set('ParentTree', this.#queue.registerNumberTree(this.#parents));
    set('ParentTreeNextKey', PDFNumber.of(this.#nextKey));
    if (this.#ids.size > 0) set('IDTree', this.#queue.registerNameTree(this.#ids));
    if (this.#namespaces.size() > 0) set('Namespaces', this.#namespaces);
    return this.#ref;
  }

  #registerDocument(): PDFRef {
    const element = { Type: 'StructElem', S: 'Document', P: this.#ref, K: this.#kids };
    return this.#queue.register(this.#queue.context.obj(element));
  }

  #addNames(mover: FileMover, root: PDFDict, key: string): void {
    const own = lookupDict(root, key);
    if (own === undefined) return;
    const joined = lookupDict(this.#root, key) ?? PDFDict.withContext(this.#queue.context);
    this.#root.set(PDFName.of(key), joined);
    for (const [name, value] of entriesOf(own)) {
      const moved = joined.has(name) ? undefined : mover.translateObject(value);
      if (moved !== undefined) joined.set(name, moved);
    }
  }
}

function addAll(
  list: PDFArray,
  mover: FileMover,
  found: PDFObject | undefined,
  single: PDFObject | undefined,
): void {
  const items = found instanceof PDFArray ? found.asArray() : single === undefined ? [] : [single];
  for (const item of items) {
    const moved = mover.translateObject(item);
    if (moved !== undefined) list.push(moved);
  }
}
