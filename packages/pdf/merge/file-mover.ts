import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import type { PdfFile } from '../pdf-file.ts';
import { entriesOf } from '../pdf-lib-internals.ts';
import { DictKeys } from '../read/dict-keys.ts';
import { POOLS } from '../read/object-pools.ts';
import type { TreeEntry } from '../read/tree-entries.ts';
import type { RefMapping } from '../write/serialise.ts';
import { type BodyEdit, ByteMover } from './byte-mover.ts';
import { applyRules, type MoveRules, noRules } from './rules.ts';
import { beginsSharing, isShareable, MAX_SHARED_LEVELS, type SharedObjects } from './shared-objects.ts';

const TYPE = PDFName.of('Type');
const PAGES = PDFName.of('Pages');
/** Deleted unless it has a replacement. */
const PAGE = PDFName.of('Page');
/** Catalogs are joined, not moved. */
const CATALOG = PDFName.of('Catalog');

export interface MovedObject {
  readonly target: PDFRef;
  readonly object: PDFObject;
  readonly mapping: RefMapping;
}

/** The queue that all inputs share. */
export interface MoveQueue {
  readonly context: PDFContext;
  readonly shared: SharedObjects;
  nextRef(): PDFRef;
  reserve(count: number): number;
  /** Frees a number again if it is the last one. */
  release(ref: PDFRef): void;
  /** Its references may be changed until everything is queued. */
  register(object: PDFObject): PDFRef;
  /** Registers an object under a number from `nextRef`. */
  registerAt(ref: PDFRef, object: PDFObject): void;
  registerNameTree(entries: ReadonlyMap<string, PDFObject>): PDFRef;
  registerNumberTree(entries: readonly TreeEntry<number>[]): PDFRef;
  add(moved: MovedObject): void;
  addByteMover(mover: ByteMover): void;
  /** The new root, which replaces every old tree node. */
  readonly pagesRef: PDFRef;
}

/** Moves the objects of one input, each once. */
export class FileMover {
  readonly file: PdfFile;
  readonly #queue: MoveQueue;
  readonly #index: number;
  readonly #targets = new Map<PDFRef, PDFRef | undefined>();
  readonly #overrides = new Map<PDFRef, PDFObject>();
  readonly #byteMover: ByteMover | undefined;
  #rules: MoveRules;
  /** The nesting level inside a compared font or image, and 0 outside of one. */
  #sharedLevel = 0;

  constructor(file: PdfFile, queue: MoveQueue, index: number, copiesFrom: number) {
    this.file = file;
    this.#index = index;
    this.#queue = queue;
    this.#rules = noRules(file.context);
    if (file.objectLimit < copiesFrom) return;
    this.#byteMover = this.withInputIndex(() => this.#createByteMover());
    queue.addByteMover(this.#byteMover);
  }

  /** Returns undefined for null, a deleted page and the catalog. */
  readonly translate: RefMapping = (ref) => {
    const known = this.#targets.get(ref);
    if (known !== undefined || this.#targets.has(ref)) return known;
    const number = this.#moveAsBytes(ref.objectNumber, ref.generationNumber);
    if (number > 0) return POOLS.ref(number, 0);
    return this.#make(ref);
  };

  withInputIndex<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof PdfError) || 'input' in error.params) throw error;
      const message = `file ${this.#index + 1}: ${error.message}`;
      throw new PdfError(error.code, message, { ...error.params, input: this.#index }, error);
    }
  }

  get rules(): MoveRules {
    return this.#rules;
  }

  /** Sets the rules. It must be called before anything is translated. */
  follow(rules: MoveRules): void {
    this.#rules = rules;
    if (rules.fontNames.size > 0) this.#byteMover?.excludeWith(DEFAULT_APPEARANCE);
  }

  /** Replaces a reference by another one. It must be called before anything refers to it. */
  alias(ref: PDFRef, target: PDFRef | undefined): void {
    this.#targets.set(ref, target);
    this.#byteMover?.exclude(ref.objectNumber);
  }

  /** Replaces an object. It must be called before anything refers to it. */
  override(ref: PDFRef, object: PDFObject): void {
    this.#overrides.set(ref, object);
    this.#byteMover?.exclude(ref.objectNumber);
  }

  canMoveAsBytes(ref: PDFRef): boolean {
    return this.#byteMover?.has(ref.objectNumber, ref.generationNumber) ?? false;
  }

  /** As `canMoveAsBytes`, for objects that `setEntry` has changed, too. */
  canEditBytes(ref: PDFRef): boolean {
    if (this.canMoveAsBytes(ref)) return true;
    const hasBytes = this.#byteMover?.hasBytes(ref.objectNumber, ref.generationNumber) ?? false;
    return hasBytes && this.file.editsOf(ref) !== undefined;
  }

  /** Moves the original bytes of an object that `canEditBytes`. The edits include those of `setEntry`. */
  moveEdited(ref: PDFRef, edits: readonly BodyEdit[]): PDFRef | undefined {
    if (edits.length > 0) this.#byteMover?.edit(ref.objectNumber, edits);
    return this.translate(ref);
  }

  translateObject(object: PDFObject): PDFObject | undefined {
    if (object instanceof PDFRef) return this.translate(object);
    if (object instanceof PDFDict) return this.#translateDict(object);
    if (object instanceof PDFArray) return this.#translateArray(object);
    return object;
  }

  #createByteMover(): ByteMover {
    const reserve = (count: number) => this.#queue.reserve(count);
    return new ByteMover(this.file, NAMES_NEEDING_PARSER, reserve, (number, generation) =>
      this.#translateNumber(number, generation),
    );
  }

  #translateNumber(number: number, generation: number): number {
    // pdf-lib would keep a PDFRef forever.
    const moved = this.#moveAsBytes(number, generation);
    return moved > 0 ? moved : (this.translate(POOLS.ref(number, generation))?.objectNumber ?? 0);
  }

  /** 0 for what has to be parsed, such as parts of a compared font or image. */
  #moveAsBytes(number: number, generation: number): number {
    const byteMover = this.#byteMover;
    if (byteMover === undefined) return 0;
    const found = byteMover.find(number, generation);
    if (found > 0 || this.#sharedLevel > 0) return found;
    if (byteMover.isSampled(number) && this.#mayEqualAnother(byteMover, number, generation)) return 0;
    return byteMover.move(number, generation);
  }

  /** This is a method of its own, so that its caller allocates no closure. */
  #mayEqualAnother(byteMover: ByteMover, number: number, generation: number): boolean {
    const sample = byteMover.sample(number, generation);
    if (sample === undefined) return false;
    const copied = () => ({
      target: POOLS.ref(byteMover.move(number, generation), 0),
      mapping: this.translate,
      open: () => this.file.context.lookup(POOLS.ref(number, generation)),
    });
    return !this.#queue.shared.isFirst(sample, copied);
  }

  /** This is a method of its own, so that `translate` allocates no closure. */
  #make(ref: PDFRef): PDFRef | undefined {
    const target = this.withInputIndex(() => this.#move(ref));
    this.alias(ref, target);
    return target;
  }

  #move(ref: PDFRef): PDFRef | undefined {
    const replacement = this.#overrides.get(ref);
    const found = replacement ?? this.file.context.lookup(ref);
    if (found === undefined) return undefined;
    const type = typeOf(found);
    if (type === PAGES) return this.#queue.pagesRef;
    if (type === CATALOG || (type === PAGE && replacement === undefined)) return undefined;
    const object = applyRules(found, this.#rules);
    const equal = this.#findEqual(ref, object);
    if (equal !== undefined) return equal;
    const target = this.#targets.get(ref) ?? this.#queue.nextRef();
    this.#queue.add({ target, object, mapping: this.translate });
    return target;
  }

  /** Parts are moved first, so that equal ones have equal references. */
  #findEqual(ref: PDFRef, object: PDFObject): PDFRef | undefined {
    const isCandidate = this.#sharedLevel === 0 ? beginsSharing(object) : isShareable(object);
    if (!isCandidate || this.#sharedLevel >= MAX_SHARED_LEVELS) return undefined;
    // Ends cycles, whose objects equal nothing.
    const target = this.#queue.nextRef();
    this.alias(ref, target);
    this.#sharedLevel += 1;
    try {
      const equal = this.#queue.shared.findOrKeep(object, this.translate, target);
      if (equal !== undefined) this.#queue.release(target);
      return equal;
    } finally {
      this.#sharedLevel -= 1;
    }
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

/** Its font may have to be renamed. */
const DEFAULT_APPEARANCE = new DictKeys(['DA']);

const NAMES_NEEDING_PARSER = {
  keys: new DictKeys([
    // Dead references are removed.
    'Annots',
    'Contents',
    'Fields',
    'Kids',
    'D',
    'Dest',
    'Headers',
    'ID',
    'SD',
    'SE',
    'StructParent',
    'StructParents',
  ]),
  // Leading nowhere or to the page tree, and what may be shared.
  values: new DictKeys(['Catalog', 'Font', 'Page', 'Pages']),
  comparable: new DictKeys(['Image']),
};

function typeOf(object: PDFObject): PDFObject | undefined {
  return object instanceof PDFDict ? object.lookup(TYPE) : undefined;
}
