import { isSameStoredObject, type PdfFile, type RevisionDifference } from '@countersign/pdf';
import { PDFArray, PDFDict, PDFName, PDFNull, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { type LaterChange, type LaterChangeCode, laterChange } from './later-change.ts';

/** So many changes are reported for a revision; the verdict considers all. */
const MAX_REPORTED_CHANGES = 50;
/** This object number stands for the trailer among referrers. */
const TRAILER = 0;

/** An object before and after its redefinition. */
export interface ReplacedObject {
  readonly ref: PDFRef;
  readonly before: PDFObject | undefined;
  readonly after: PDFObject | undefined;
}

/** Every replaced object must be explained by a known change; others count as changes of the document. */
export class Revisions {
  readonly earlier: PdfFile;
  readonly later: PdfFile;
  readonly difference: RevisionDifference;
  /** The objects by number; only those that the earlier revision could reach. */
  readonly replaced: ReadonlyMap<number, ReplacedObject>;
  readonly #unexplained: Set<number>;
  readonly #changes = new Map<string, LaterChange>();
  readonly #references = new Map<number, ReadonlyMap<number, ReadonlySet<string>>>();
  readonly #keys = new Map<number, ReadonlyMap<number, ReadonlySet<string>>>();

  constructor(earlier: PdfFile, later: PdfFile) {
    this.earlier = earlier;
    this.later = later;
    this.difference = later.differenceFrom(earlier);
    this.replaced = this.#findReplaced();
    this.#unexplained = new Set(this.replaced.keys());
  }

  /** The changes are distinct, with at least one of each code. */
  get changes(): readonly LaterChange[] {
    return [...this.#changes.values()];
  }

  get unexplained(): readonly ReplacedObject[] {
    return [...this.#unexplained].flatMap((number) => this.replaced.get(number) ?? []);
  }

  /** Returns true for duplicate keys in a new or replaced object, or in the trailer. */
  get isAmbiguous(): boolean {
    const { replaced, added } = this.difference;
    const numbers = [TRAILER, ...[...replaced, ...added].map(({ objectNumber }) => objectNumber)];
    return numbers.some((number) => this.earlier.isAmbiguous(number) || this.later.isAmbiguous(number));
  }

  add(code: LaterChangeCode, params: LaterChange['params'] = {}): void {
    const change = laterChange(code, params);
    const isFull = this.#changes.size >= MAX_REPORTED_CHANGES;
    // One change of each code is kept, so that no kind is lost.
    this.#changes.set(isFull ? code : change.message, change);
  }

  explain(ref: PDFObject | undefined): void {
    if (ref instanceof PDFRef) this.#unexplained.delete(ref.objectNumber);
  }

  /** Explains an object if only this entry refers to it. */
  explainEntry(ref: PDFObject | undefined, owner: number, key: string): void {
    if (!this.isReplaced(ref) || !this.isOnlyReferredBy(ref, new Set([owner]))) return;
    if (this.refersOnlyBy(key, owner, ref)) this.explain(ref);
  }

  isReplaced(value: PDFObject | undefined): value is PDFRef {
    return value instanceof PDFRef && this.replaced.has(value.objectNumber);
  }

  /** Whether only these numbers refer to it; 0 is the trailer. */
  isOnlyReferredBy(value: PDFRef, allowed: ReadonlySet<number>): boolean {
    return [...this.difference.references.referrersOf(value.objectNumber)].every((from) => allowed.has(from));
  }

  /**
   * Returns true if every reference to an object is the value of one of these keys, or an item of such an array. An
   * object may be a catalog or a field and the graphics states of a page as well, which its entries would change.
   */
  isReferredOnlyUnder(value: PDFRef, keys: ReadonlySet<string>): boolean {
    return [...this.difference.references.referrersOf(value.objectNumber)].every((owner) => {
      const found = this.#keysOf(owner)?.get(value.objectNumber);
      return found !== undefined && [...found].every((key) => keys.has(key));
    });
  }

  isReferredBy(value: PDFRef, owner: number): boolean {
    return this.difference.references.referrersOf(value.objectNumber).has(owner);
  }

  earlierObject(number: number): PDFObject | undefined {
    const replaced = this.replaced.get(number);
    return replaced ? replaced.before : this.earlier.context.lookup(this.earlier.refTo(number));
  }

  /** Whether the owner refers to it under this key alone. */
  refersOnlyBy(key: string, owner: number, { objectNumber }: PDFRef): boolean {
    const keys = this.#referencesOf(owner)?.get(objectNumber);
    return keys?.size === 1 && keys.has(key);
  }

  /**
   * The keys are cached as `#referencesOf` is, with innermost keys, also of arrays, streams and the trailer.
   */
  #keysOf(owner: number): ReadonlyMap<number, ReadonlySet<string>> | undefined {
    const known = this.#keys.get(owner);
    if (known) return known;
    const object = owner === TRAILER ? this.earlier.trailer : this.earlierObject(owner);
    const index = object && indexKeys(object instanceof PDFStream ? object.dict : object);
    if (index) this.#keys.set(owner, index);
    return index;
  }

  /** Cached: one dictionary may refer to all replaced objects. */
  #referencesOf(owner: number): ReadonlyMap<number, ReadonlySet<string>> | undefined {
    const known = this.#references.get(owner);
    if (known) return known;
    const object = this.earlierObject(owner);
    const index = object instanceof PDFDict ? indexReferences(object) : undefined;
    if (index) this.#references.set(owner, index);
    return index;
  }

  #findReplaced(): Map<number, ReplacedObject> {
    const found = new Map<number, ReplacedObject>();
    const { replaced, references } = this.difference;
    for (const ref of replaced) {
      if (!references.isReachable(ref.objectNumber)) continue;
      const before = this.earlier.context.lookup(ref);
      const after = this.later.context.lookup(ref);
      const isSame = before !== undefined && isSameStoredObject(before, after);
      if (!isSame) found.set(ref.objectNumber, { ref, before, after });
    }
    return found;
  }
}

function isSameEntry(before: PDFDict, after: PDFDict, key: PDFName): boolean {
  return isSameStoredObject(presentValue(before, key), presentValue(after, key));
}

/** A null value equals a missing entry (ISO 32000-2 7.3.7). */
function presentValue(dict: PDFDict, key: PDFName): PDFObject | undefined {
  const value = dict.get(key);
  return value === PDFNull ? undefined : value;
}

export function differingKeys(before: PDFDict | undefined, after: PDFDict | undefined): string[] {
  const keys = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  return [...keys]
    .filter((key) => !(before && after && isSameEntry(before, after, key)))
    .filter((key) => ![before, after].every((dict) => !dict || presentValue(dict, key) === undefined))
    .map((key) => key.decodeText());
}

/** Reads the entry without following a reference. */
export function entryOf(dict: PDFDict | undefined, key: string): PDFObject | undefined {
  return dict && presentValue(dict, PDFName.of(key));
}

export function plainDict(object: PDFObject | undefined): PDFDict | undefined {
  return object instanceof PDFDict ? object : undefined;
}

/** Returns undefined for a stream. */
export function plainDictAt(dict: PDFDict | undefined, key: string): PDFDict | undefined {
  return plainDict(dict?.lookup(PDFName.of(key)));
}

/** Maps object numbers to the innermost keys that refer to them. Items of an array on its own have none. */
function indexKeys(object: PDFObject): ReadonlyMap<number, ReadonlySet<string>> {
  const found = new Map<number, Set<string>>();
  const waiting: { readonly value: PDFObject; readonly key?: string }[] = [{ value: object }];
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    const { value, key } = item;
    if (value instanceof PDFRef) {
      const keys = found.get(value.objectNumber) ?? new Set();
      found.set(value.objectNumber, key === undefined ? keys : keys.add(key));
    }
    if (value instanceof PDFArray)
      for (const entry of value.asArray()) waiting.push({ ...item, value: entry });
    if (value instanceof PDFDict)
      for (const [name, entry] of value.entries()) waiting.push({ value: entry, key: name.decodeText() });
  }
  return found;
}

/** Maps object numbers to the keys of a dictionary that refer to them. */
function indexReferences(dict: PDFDict): ReadonlyMap<number, ReadonlySet<string>> {
  const found = new Map<number, Set<string>>();
  for (const [key, entry] of dict.entries()) {
    const waiting = [entry];
    for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
      if (value instanceof PDFRef) {
        const keys = found.get(value.objectNumber) ?? new Set();
        found.set(value.objectNumber, keys.add(key.decodeText()));
      }
      if (value instanceof PDFArray) for (const item of value.asArray()) waiting.push(item);
      if (value instanceof PDFDict) for (const item of value.values()) waiting.push(item);
    }
  }
  return found;
}
