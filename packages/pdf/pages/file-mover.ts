import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import { entriesOf } from '../lazy-object-map.ts';
import type { PdfFile } from '../pdf-file.ts';
import { DictKeys } from '../read/dict-keys.ts';
import { POOLS } from '../read/object-pools.ts';
import type { TreeEntry } from '../read/tree-entries.ts';
import type { RefMapping } from '../write/serialise.ts';
import { applyRules, type MoveRules, noRules } from './merge-rules.ts';
import { PlainMover } from './plain-mover.ts';
import { beginsSharing, isShareable, MAX_SHARED_LEVELS, type SharedObjects } from './shared-objects.ts';

const TYPE = PDFName.of('Type');
const PAGES = PDFName.of('Pages');
/** One that nobody has put something in the place of is in no page tree: somebody deleted it. */
const PAGE = PDFName.of('Page');
/** Of an input: what the joined file has of it was joined. */
const CATALOG = PDFName.of('Catalog');

/** An object of an input, waiting to be written under its new number. */
export interface MovedObject {
  readonly target: PDFRef;
  readonly object: PDFObject;
  /** Turns the input's references into new ones and thereby queues what they lead to. */
  readonly mapping: RefMapping;
}

/** Numbers and the queue that all inputs share. */
export interface MoveQueue {
  /** Of the joined file: new objects are made in it. */
  readonly context: PDFContext;
  /** Fonts and images that inputs have in common. */
  readonly shared: SharedObjects;
  nextRef(): PDFRef;
  /** The first of so many numbers in a row. */
  reserve(count: number): number;
  /** Takes back a number that nothing refers to, when it is the last. */
  release(ref: PDFRef): void;
  /** Queues an object whose references are new ones already. It may be changed until everything is queued. */
  register(object: PDFObject): PDFRef;
  /** The same under a number from `nextRef`. */
  registerAt(ref: PDFRef, object: PDFObject): void;
  /** A name tree (ISO 32000-1 7.9.6) with keys of one character a byte. */
  registerNameTree(entries: ReadonlyMap<string, PDFObject>): PDFRef;
  /** A number tree (7.9.7) of entries by rising key. */
  registerNumberTree(entries: readonly TreeEntry<number>[]): PDFRef;
  add(moved: MovedObject): void;
  /** Has the objects of an input written that are moved as bytes. */
  addPlain(mover: PlainMover): void;
  /** The new page tree: what every reference to an old tree node becomes. */
  readonly pagesRef: PDFRef;
}

/** Moves the objects of one input into the new numbering, each once, when something refers to it. */
export class FileMover {
  readonly file: PdfFile;
  readonly #queue: MoveQueue;
  readonly #position: number;
  readonly #targets = new Map<PDFRef, PDFRef | undefined>();
  readonly #overrides = new Map<PDFRef, PDFObject>();
  /** Of a file with many objects. */
  readonly #plain: PlainMover | undefined;
  #rules: MoveRules;
  /** References between here and the font or image that is being compared; 0 outside of such. */
  #sharedLevel = 0;

  /** `position` from 0 is what a refusal names the input by. Of smaller files than `copiesFrom` objects all are made. */
  constructor(file: PdfFile, queue: MoveQueue, position: number, copiesFrom: number) {
    this.file = file;
    this.#position = position;
    this.#queue = queue;
    this.#rules = noRules(file.context);
    if (file.objectLimit < copiesFrom) return;
    this.#plain = this.named(() => this.#makePlainMover());
    queue.addPlain(this.#plain);
  }

  /** The new reference for one of the input; undefined (null) when it leads nowhere, to a deleted page or to the catalog. */
  readonly translate: RefMapping = (ref) => {
    const known = this.#targets.get(ref);
    if (known !== undefined || this.#targets.has(ref)) return known;
    const number = this.#movePlain(ref.objectNumber, ref.generationNumber);
    if (number > 0) return POOLS.ref(number, 0);
    return this.#make(ref);
  };

  /** Does something with the input's objects: when that is refused, the error says by which input. */
  named<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof PdfError) || 'input' in error.params) throw error;
      const message = `file ${this.#position + 1}: ${error.message}`;
      throw new PdfError(error.code, message, { ...error.params, input: this.#position }, error);
    }
  }

  /** What changes inside the input's objects. */
  get rules(): MoveRules {
    return this.#rules;
  }

  /** Sets the rules. Call it before anything is translated. */
  follow(rules: MoveRules): void {
    this.#rules = rules;
  }

  /** Makes references to `ref` lead to another object of the joined file, or nowhere. Call it before anything refers to `ref`. */
  alias(ref: PDFRef, target: PDFRef | undefined): void {
    this.#setTarget(ref, target);
  }

  /** Writes `object` in the place of the input's. Call it before anything refers to `ref`. */
  override(ref: PDFRef, object: PDFObject): void {
    this.#overrides.set(ref, object);
    this.#plain?.exclude(ref.objectNumber);
  }

  /** Whether a reference leads to an object that need not be made: it is known to be there, and to be no page. */
  leadsToPlain(ref: PDFRef): boolean {
    return this.#plain?.has(ref.objectNumber, ref.generationNumber) ?? false;
  }

  /** A copy of a direct object in the new numbering. */
  translateObject(object: PDFObject): PDFObject | undefined {
    if (object instanceof PDFRef) return this.translate(object);
    if (object instanceof PDFDict) return this.#translateDict(object);
    if (object instanceof PDFArray) return this.#translateArray(object);
    return object;
  }

  #makePlainMover(): PlainMover {
    const reserve = (count: number) => this.#queue.reserve(count);
    return new PlainMover(this.file, TELLING_NAMES, reserve, (number, generation) =>
      this.#translateNumber(number, generation),
    );
  }

  /** The new number; 0 when it leads nowhere. */
  #translateNumber(number: number, generation: number): number {
    // Without a reference to the new number, which pdf-lib would keep for ever.
    const moved = this.#movePlain(number, generation);
    return moved > 0 ? moved : (this.translate(POOLS.ref(number, generation))?.objectNumber ?? 0);
  }

  /** The new number of what is moved as bytes; 0 for what is made, as parts of a font or image are that is compared. */
  #movePlain(number: number, generation: number): number {
    const plain = this.#plain;
    if (plain === undefined) return 0;
    const found = plain.find(number, generation);
    if (found > 0 || this.#sharedLevel > 0) return found;
    if (plain.isSampled(number) && this.#mayEqualAnother(plain, number, generation)) return 0;
    return plain.move(number, generation);
  }

  /**
   * Whether an object has to be made, to be compared with those that other inputs have brought. A function of its own: the one
   * above would make a context for every call.
   */
  #mayEqualAnother(plain: PlainMover, number: number, generation: number): boolean {
    const sample = plain.sample(number, generation);
    if (sample === undefined) return false;
    const copied = () => ({
      target: POOLS.ref(plain.move(number, generation), 0),
      mapping: this.translate,
      open: () => this.file.context.lookup(POOLS.ref(number, generation)),
    });
    return !this.#queue.shared.isFirst(sample, copied);
  }

  #setTarget(ref: PDFRef, target: PDFRef | undefined): void {
    this.#targets.set(ref, target);
    this.#plain?.exclude(ref.objectNumber);
  }

  /** A function of its own: `translate` would make a context for every call, and mostly has the answer. */
  #make(ref: PDFRef): PDFRef | undefined {
    const target = this.named(() => this.#move(ref));
    this.#setTarget(ref, target);
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

  /**
   * An equal font or image, or part of one, that another input or place has brought. What the object refers to is
   * moved first, so that equal parts have equal references.
   */
  #findEqual(ref: PDFRef, object: PDFObject): PDFRef | undefined {
    const isCandidate = this.#sharedLevel === 0 ? beginsSharing(object) : isShareable(object);
    if (!isCandidate || this.#sharedLevel >= MAX_SHARED_LEVELS) return undefined;
    // A circle through this object ends here. What is in it has a reference of its own and equals nothing.
    const target = this.#queue.nextRef();
    this.#setTarget(ref, target);
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

/** Names by which objects are known that are more than bytes with references in them. */
const TELLING_NAMES = {
  keys: new DictKeys([
    // Lists that references to nowhere are left out of.
    'Annots',
    'Contents',
    'Fields',
    'Kids',
    // What the rules change.
    'D',
    'DA',
    'Dest',
    'Headers',
    'ID',
    'SD',
    'SE',
    'StructParent',
    'StructParents',
  ]),
  // Types: what leads nowhere, or to the page tree; what begins to be shared.
  values: new DictKeys(['Catalog', 'Font', 'Page', 'Pages']),
  comparable: new DictKeys(['Image']),
};

/** Names are pooled: spelling each out took a sixth of the time of merging. */
function typeOf(object: PDFObject): PDFObject | undefined {
  return object instanceof PDFDict ? object.lookup(TYPE) : undefined;
}
