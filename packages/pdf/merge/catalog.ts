import { PDFArray, PDFDict, PDFName, type PDFObject, type PDFRef } from 'pdf-lib';
import { lookupArray, lookupDict, lookupName } from '../read/lookup.ts';
import { nameTreeEntries } from '../read/tree-entries.ts';
import type { FileMover, MoveQueue } from './file-mover.ts';
import {
  type InputDestinations,
  joinDestinationNames,
  joinDestinationStrings,
  joinOutlines,
  joinPageLabels,
  moveNamed,
} from './navigation.ts';
import { renameTaken } from './rules.ts';
import { isSameValue } from './shared-objects.ts';
import { type InputStructure, joinStructures } from './structure.ts';

function joinAttachments(movers: readonly FileMover[]): Map<string, PDFObject> {
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

function joinCatalogArrays(movers: readonly FileMover[], key: string): PDFArray | undefined {
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

function commonCatalogEntry(movers: readonly FileMover[], key: string): PDFObject | undefined {
  const values = movers.map(({ file }) => file.catalog.lookup(PDFName.of(key)));
  const spellings = new Set(values.map(String));
  return spellings.size === 1 ? values[0] : undefined;
}

/** They can be concatenated (ISO 32000-1 table 101). */
const JOINED_LISTS = ['Order', 'RBGroups', 'Locked', 'AS'];

/** Each layer keeps its state; other configurations (/Configs) are dropped. */
function joinLayers(movers: readonly FileMover[]): PDFDict | undefined {
  const inputs = movers.flatMap((mover) => {
    const properties = lookupDict(mover.file.catalog, 'OCProperties');
    return properties === undefined ? [] : [{ mover, properties }];
  });
  const context = inputs[0]?.properties.context;
  if (context === undefined) return undefined;
  const layers = PDFArray.withContext(context);
  const config = PDFDict.withContext(context);
  for (const { mover, properties } of inputs) {
    const own = lookupDict(properties, 'D') ?? PDFDict.withContext(properties.context);
    append(layers, mover, lookupArray(properties, 'OCGs')?.asArray() ?? []);
    appendTo(config, 'OFF', mover, hiddenLayers(properties, own));
    for (const key of JOINED_LISTS) appendTo(config, key, mover, lookupArray(own, key)?.asArray() ?? []);
  }
  const joined = PDFDict.withContext(context);
  joined.set(PDFName.of('OCGs'), layers);
  joined.set(PDFName.of('D'), config);
  return joined;
}

function hiddenLayers(properties: PDFDict, config: PDFDict): readonly PDFObject[] {
  if (lookupName(config, 'BaseState') !== 'OFF') return lookupArray(config, 'OFF')?.asArray() ?? [];
  const shown = new Set<PDFObject>(lookupArray(config, 'ON')?.asArray() ?? []);
  const layers = lookupArray(properties, 'OCGs')?.asArray() ?? [];
  return layers.filter((layer) => !shown.has(layer));
}

function appendTo(config: PDFDict, key: string, mover: FileMover, items: readonly PDFObject[]): void {
  if (items.length === 0) return;
  const list = lookupArray(config, key) ?? PDFArray.withContext(config.context);
  config.set(PDFName.of(key), list);
  append(list, mover, items);
}

function append(list: PDFArray, mover: FileMover, items: readonly PDFObject[]): void {
  for (const item of items) {
    const moved = mover.translateObject(item);
    if (moved !== undefined) list.push(moved);
  }
}

interface JoinedOutputIntents {
  readonly value: PDFObject | undefined;
  readonly differing: readonly number[];
}

/** Those of the first input that has any (ISO 32000-1 14.11.5): they apply to a whole document. */
function joinOutputIntents(movers: readonly FileMover[]): JoinedOutputIntents {
  const intents = movers.map((mover) => mover.withInputIndex(() => readIntents(mover)));
  const chosen = intents.findIndex((own) => own !== undefined);
  const [mover, value] = [movers[chosen], intents[chosen]];
  if (mover === undefined || value === undefined) return { value: undefined, differing: [] };
  const differing = [...movers.keys()].filter((index) => {
    const [other, own] = [movers[index], intents[index]];
    if (other === undefined || own === undefined) return true;
    return !isSameValue({ context: mover.file.context, value }, { context: other.file.context, value: own });
  });
  return { value: mover.translateObject(value), differing };
}

function readIntents({ file }: FileMover): PDFArray | undefined {
  const intents = lookupArray(file.catalog, 'OutputIntents');
  return intents === undefined || intents.size() === 0 ? undefined : intents;
}

/** Scripts, and actions that others follow, are not kept. */
function moveOpening(mover: FileMover, opening: PDFObject | undefined): PDFObject | undefined {
  if (opening instanceof PDFArray) return moveNamed(mover, opening);
  if (!(opening instanceof PDFDict) || lookupName(opening, 'S') !== 'GoTo') return undefined;
  const target = opening.lookup(PDFName.of('D'));
  // The names of the first input are not changed.
  const moved = target instanceof PDFArray ? moveNamed(mover, target) : target;
  return moved === undefined ? undefined : opening.context.obj({ S: 'GoTo', D: moved });
}

export class JoinedCatalog {
  readonly entries: Record<string, PDFObject> = {};
  readonly #queue: MoveQueue;
  readonly #movers: readonly FileMover[];
  readonly #names: PDFDict;

  constructor(queue: MoveQueue, movers: readonly FileMover[]) {
    this.#queue = queue;
    this.#movers = movers;
    this.#names = PDFDict.withContext(queue.context);
  }

  /** Only if every input is marked: otherwise screen readers would skip the rest. */
  addStructures(structures: readonly InputStructure[]): void {
    this.#set('StructTreeRoot', joinStructures(this.#movers, structures, this.#queue));
    const isMarked = structures.every((structure) => structure.isMarked && !structure.isDropped);
    if (isMarked) this.#set('MarkInfo', this.#queue.context.obj({ Marked: true }));
  }

  addDestinations(destinations: readonly InputDestinations[]): void {
    this.#setNameTree('Dests', joinDestinationStrings(destinations));
    const names = PDFDict.withContext(this.#queue.context);
    this.#set('Dests', joinDestinationNames(destinations, names));
  }

  /** Returns the indexes of inputs whose pages get other output intents. */
  addOutputIntents(): readonly number[] {
    const { value, differing } = joinOutputIntents(this.#movers);
    this.#set('OutputIntents', value);
    return differing;
  }

  addOthers(titles: readonly string[] | undefined): void {
    this.#set('Outlines', joinOutlines(this.#movers, this.#queue, titles));
    const labels = joinPageLabels(this.#movers);
    if (labels.length > 0) this.#set('PageLabels', this.#queue.registerNumberTree(labels));
    this.#set('OCProperties', joinLayers(this.#movers));
    this.#setNameTree('EmbeddedFiles', joinAttachments(this.#movers));
    for (const key of ['AF', 'Threads']) this.#set(key, joinCatalogArrays(this.#movers, key));
    this.#set('Lang', commonCatalogEntry(this.#movers, 'Lang'));
  }

  /**
   * Keeps how the first input is opened, as its pages come first: its view settings, and an action that only goes to a page.
   */
  addOpening(): void {
    const [first] = this.#movers;
    if (first === undefined) return;
    const { catalog } = first.file;
    for (const key of ['PageMode', 'PageLayout'])
      this.#set(
        key,
        catalog.lookup(PDFName.of(key)) instanceof PDFName ? catalog.lookup(PDFName.of(key)) : undefined,
      );
    const preferences = lookupDict(catalog, 'ViewerPreferences');
    this.#set('ViewerPreferences', preferences && first.translateObject(preferences));
    this.#set('OpenAction', moveOpening(first, catalog.lookup(PDFName.of('OpenAction'))));
  }

  #setNameTree(key: string, entries: ReadonlyMap<string, PDFObject>): void {
    if (entries.size === 0) return;
    this.#names.set(PDFName.of(key), this.#queue.registerNameTree(entries));
    this.entries.Names = this.#names;
  }

  #set(key: string, value: PDFObject | PDFRef | undefined): void {
    if (value !== undefined) this.entries[key] = value;
  }
}
