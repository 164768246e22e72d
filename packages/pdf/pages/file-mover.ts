import { PDFArray, PDFDict, type PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { entriesOf } from '../lazy-object-map.ts';
import type { PdfFile } from '../pdf-file.ts';
import { lookupName } from '../read/lookup.ts';
import type { RefMapping } from '../write/serialise.ts';

/** An object of an input, waiting to be written under its new number. */
export interface MovedObject {
  readonly target: PDFRef;
  readonly object: PDFObject;
  /** Turns the input's references into new ones and thereby queues what they lead to. */
  readonly mapping: RefMapping;
}

/** Numbers and the queue that all inputs share. */
export interface MoveQueue {
  nextRef(): PDFRef;
  add(moved: MovedObject): void;
  /** The new page tree: what every reference to an old tree node becomes. */
  readonly pagesRef: PDFRef;
}

/** Moves the objects of one input into the new numbering, each once, when something refers to it. */
export class FileMover {
  readonly file: PdfFile;
  readonly #queue: MoveQueue;
  readonly #targets = new Map<PDFRef, PDFRef | undefined>();
  readonly #overrides = new Map<PDFRef, PDFObject>();

  constructor(file: PdfFile, queue: MoveQueue) {
    this.file = file;
    this.#queue = queue;
  }

  /** The new reference for one of the input; undefined (null) when it leads nowhere. */
  readonly translate: RefMapping = (ref) => {
    if (!this.#targets.has(ref)) this.#targets.set(ref, this.#move(ref));
    return this.#targets.get(ref);
  };

  /** Writes `object` in the place of the input's. Call it before anything refers to `ref`. */
  override(ref: PDFRef, object: PDFObject): void {
    this.#overrides.set(ref, object);
  }

  /** A copy of a direct object in the new numbering. */
  translateObject(object: PDFObject): PDFObject | undefined {
    if (object instanceof PDFRef) return this.translate(object);
    if (object instanceof PDFDict) return this.#translateDict(object);
    if (object instanceof PDFArray) return this.#translateArray(object);
    return object;
  }

  #move(ref: PDFRef): PDFRef | undefined {
    const object = this.#overrides.get(ref) ?? this.file.context.lookup(ref);
    if (object === undefined) return undefined;
    if (isTreeNode(object)) return this.#queue.pagesRef;
    const target = this.#queue.nextRef();
    this.#queue.add({ target, object, mapping: this.translate });
    return target;
  }

  #translateDict(dict: PDFDict): PDFDict {
    const entries = new Map<PDFName, PDFObject>();
    for (const [key, value] of entriesOf(dict)) {
      const moved = this.translateObject(value);
      if (moved !== undefined) entries.set(key, moved);
    }
    return PDFDict.fromMapWithContext(entries, dict.context);
  }

  #translateArray(array: PDFArray): PDFArray {
    const copy = PDFArray.withContext(this.file.context);
    for (const item of array.asArray()) {
      const moved = this.translateObject(item);
      if (moved !== undefined) copy.push(moved);
    }
    return copy;
  }
}

function isTreeNode(object: PDFObject): boolean {
  return (
    object instanceof PDFDict && !(object instanceof PDFStream) && lookupName(object, 'Type') === 'Pages'
  );
}
