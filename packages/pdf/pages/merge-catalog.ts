import { PDFDict, PDFName, type PDFObject, type PDFRef } from 'pdf-lib';
import type { FileMover, MoveQueue } from './file-mover.ts';
import { commonCatalogEntry, joinAttachments, joinCatalogArrays } from './merge-attachments.ts';
import {
  type InputDestinations,
  joinDestinationNames,
  joinDestinationStrings,
} from './merge-destinations.ts';
import { joinPageLabels } from './merge-labels.ts';
import { joinLayers } from './merge-layers.ts';
import { joinOutlines } from './merge-outlines.ts';
import { joinOutputIntents } from './merge-output-intents.ts';
import { type InputStructure, joinStructures } from './merge-structure.ts';

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

  /** Indexes of inputs whose pages get other ones. */
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

  #setNameTree(key: string, entries: ReadonlyMap<string, PDFObject>): void {
    if (entries.size === 0) return;
    this.#names.set(PDFName.of(key), this.#queue.registerNameTree(entries));
    this.entries.Names = this.#names;
  }

  #set(key: string, value: PDFObject | PDFRef | undefined): void {
    if (value !== undefined) this.entries[key] = value;
  }
}
