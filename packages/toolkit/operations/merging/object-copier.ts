import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from 'pdf-lib';

/** References to the page tree and to the structure tree: they would pull the whole source along. */
const LEFT_BEHIND = new Set(['/StructParent', '/StructParents']);

/**
 * Copies objects from one document to another, each once, with all they refer to. Works through a list rather than by
 * recursion along references, which pdf-lib's copier does: a chain of pages and links may be thousands long.
 */
export class ObjectCopier {
  readonly #source: PDFContext;
  readonly #target: PDFContext;
  readonly #copies = new Map<PDFRef, PDFRef>();
  readonly #waiting: [from: PDFRef, to: PDFRef][] = [];

  constructor(source: PDFContext, target: PDFContext) {
    this.#source = source;
    this.#target = target;
  }

  /** Says what stands for `from` in the target; it is not copied then. */
  replace(from: PDFRef, to: PDFRef): void {
    this.#copies.set(from, to);
  }

  /** The target's reference for one of the source; its object is copied by {@link finish}. */
  copyRef(from: PDFRef): PDFRef {
    const known = this.#copies.get(from);
    if (known !== undefined) return known;
    const to = this.#target.nextRef();
    this.#copies.set(from, to);
    this.#waiting.push([from, to]);
    return to;
  }

  /** A copy of a value; what it refers to follows with {@link finish}. */
  copyValue(value: PDFObject): PDFObject {
    if (value instanceof PDFRef) return this.copyRef(value);
    if (value instanceof PDFArray) return this.#copyArray(value);
    if (value instanceof PDFDict) return this.copyDict(value);
    if (value instanceof PDFStream) return this.#copyStream(value);
    return value;
  }

  copyDict(dict: PDFDict, leftOut: ReadonlySet<string> = LEFT_BEHIND): PDFDict {
    const copy = PDFDict.withContext(this.#target);
    for (const [key, value] of dict.entries()) {
      if (!leftOut.has(key.asString())) copy.set(key, this.copyValue(value));
    }
    return copy;
  }

  /** Copies everything that copied objects refer to. */
  finish(): void {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      const [from, to] = next;
      const value = this.#source.lookup(from);
      if (value !== undefined) this.#target.assign(to, this.copyValue(value));
    }
  }

  #copyArray(array: PDFArray): PDFArray {
    const copy = PDFArray.withContext(this.#target);
    for (const value of array.asArray()) copy.push(this.copyValue(value));
    return copy;
  }

  /** The bytes stay as they are stored: nothing is inflated. */
  #copyStream(stream: PDFStream): PDFStream {
    const dict = this.copyDict(stream.dict);
    dict.delete(PDFName.of('Length'));
    const contents = stream instanceof PDFRawStream ? stream.contents : stream.getContents();
    return PDFRawStream.of(dict, contents);
  }
}
