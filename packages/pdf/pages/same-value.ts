import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFStream } from 'pdf-lib';
import { entriesOf } from '../lazy-object-map.ts';

/** Ends cycles. */
const MAX_LEVELS = 12;
/** Values and KiB of streams: objects may contain each other many times. */
const MAX_WORK = 50_000;
const STREAM_UNIT = 1024;

const LENGTH = PDFName.of('Length');

export interface OwnedValue {
  readonly context: PDFContext;
  readonly value: PDFObject | undefined;
}

/** Follows references. Values too large or too deep are not equal. */
export function isSameValue(a: OwnedValue, b: OwnedValue): boolean {
  return new Comparison(a.context, b.context).isSame(a.value, b.value, MAX_LEVELS);
}

class Comparison {
  readonly #contextA: PDFContext;
  readonly #contextB: PDFContext;
  #work = MAX_WORK;

  constructor(contextA: PDFContext, contextB: PDFContext) {
    this.#contextA = contextA;
    this.#contextB = contextB;
  }

  isSame(valueA: PDFObject | undefined, valueB: PDFObject | undefined, levels: number): boolean {
    const a = this.#contextA.lookup(valueA);
    const b = this.#contextB.lookup(valueB);
    if (a === undefined || b === undefined) return a === b;
    this.#work -= 1;
    if (levels === 0 || this.#work < 0) return false;
    if (a instanceof PDFArray) return b instanceof PDFArray && this.#isSameArray(a, b, levels - 1);
    if (a instanceof PDFDict) return b instanceof PDFDict && this.#isSameDict(a, b, levels - 1);
    if (a instanceof PDFStream) return b instanceof PDFStream && this.#isSameStream(a, b, levels - 1);
    return a.constructor === b.constructor && a.toString() === b.toString();
  }

  #isSameArray(a: PDFArray, b: PDFArray, levels: number): boolean {
    if (a.size() !== b.size()) return false;
    return a.asArray().every((item, index) => this.isSame(item, b.get(index), levels));
  }

  /** Null equals a missing entry (ISO 32000-1 7.3.7). */
  #isSameDict(a: PDFDict, b: PDFDict, levels: number, except?: PDFName): boolean {
    const keys = new Set([...entriesOf(a).keys(), ...entriesOf(b).keys()]);
    return [...keys].every((key) => key === except || this.isSame(a.get(key), b.get(key), levels));
  }

  #isSameStream(a: PDFStream, b: PDFStream, levels: number): boolean {
    if (!this.#isSameDict(a.dict, b.dict, levels, LENGTH)) return false;
    const size = a.getContentsSize();
    this.#work -= Math.ceil(size / STREAM_UNIT);
    if (size !== b.getContentsSize() || this.#work < 0) return false;
    return Buffer.compare(a.getContents(), b.getContents()) === 0;
  }
}
