import { parseDigits } from '../read/characters.ts';
import { DictKeys } from '../read/dict-keys.ts';
import { endOfValue, StrictReader } from '../read/strict-reader.ts';
import { endOfDigits, skipSpace } from '../read/tokens.ts';
import { type ScannedValue, ShapeMemory } from './value-shape.ts';

/** The keys that the scanner itself looks for. */
const OWN_KEYS = ['Length', 'ByteRange', 'F'];
const LENGTH = 0;
const BYTE_RANGE = 1;
const FILE = 2;

export interface SearchedNames {
  readonly keys: DictKeys;
  readonly values: DictKeys;
  readonly comparable?: DictKeys;
}

/**
 * Finds the references and some names of an object, and decides whether its bytes can be copied verbatim. Unusual
 * syntax is left to the parser.
 */
export class ReferenceScanner extends StrictReader implements ScannedValue {
  bodyEnd = 0;
  /** The value of /Length if it is direct, otherwise -1. */
  streamLength = -1;
  lengthAt = -1;
  /** Signatures must not be packed. */
  hasByteRange = false;
  hasName = false;
  /** The dictionary has /F, under which the data of a stream is in another file (ISO 32000-1 table 5). */
  hasFile = false;
  isComparable = false;
  readonly #searchedKeyCount: number;
  readonly #searchedOwnKeys: readonly boolean[];
  readonly #searchedValueCount: number;
  readonly #shapes: ShapeMemory | undefined;

  constructor(names?: SearchedNames) {
    const keys = names?.keys.names ?? [];
    const others = keys.filter((name) => !OWN_KEYS.includes(name));
    const values = names?.values.names ?? [];
    const allKeys = [...others, ...OWN_KEYS];
    const allValues = [...values, ...(names?.comparable?.names ?? [])];
    super(new DictKeys(allKeys), new DictKeys(allValues));
    this.#searchedKeyCount = others.length;
    this.#searchedOwnKeys = OWN_KEYS.map((name) => keys.includes(name));
    this.#searchedValueCount = values.length;
    // Shapes ignore digits.
    const hasDigits = [...allKeys, ...allValues].some((name) => /\d/.test(name));
    this.#shapes = hasDigits ? undefined : new ShapeMemory();
  }

  /**
   * Scans to the first token after the value (`endobj`, `stream`). Returns false if the object cannot be copied
   * verbatim; some references may have been recorded.
   */
  scan(bytes: Uint8Array, start: number, end: number): boolean {
    this.references.length = 0;
    if (this.#shapes?.find(bytes, start, end, this)) return true;
    const isCopyable = this.#scanWhole(bytes, start, end);
    if (isCopyable) this.#shapes?.learn(bytes, start, end, this);
    return isCopyable;
  }

  #scanWhole(bytes: Uint8Array, start: number, end: number): boolean {
    this.streamLength = -1;
    this.lengthAt = -1;
    this.hasByteRange = false;
    this.hasName = false;
    this.hasFile = false;
    this.isComparable = false;
    this.bodyEnd = this.endOfValue(bytes, start, end);
    if (this.bodyEnd < 0) return false;
    this.position = skipSpace(bytes, this.bodyEnd, end);
    return true;
  }

  protected override noteKey(
    found: number,
    bytes: Uint8Array,
    end: number,
    limit: number,
    depth: number,
  ): void {
    if (found < this.#searchedKeyCount || this.#searchedOwnKeys[found - this.#searchedKeyCount])
      this.hasName = true;
    if (found === this.#searchedKeyCount + BYTE_RANGE) this.hasByteRange = true;
    if (found === this.#searchedKeyCount + FILE && depth === 1) this.hasFile = true;
    if (found === this.#searchedKeyCount + LENGTH && depth === 1) this.#readLength(bytes, end, limit);
  }

  protected override noteValue(found: number): void {
    if (found < this.#searchedValueCount) this.hasName = true;
    else this.isComparable = true;
  }

  #readLength(bytes: Uint8Array, from: number, end: number): void {
    const start = skipSpace(bytes, from, end);
    const to = endOfDigits(bytes, start, end);
    const isNumber = to > start && endOfValue(bytes, start, end) === to;
    this.lengthAt = isNumber ? start : -1;
    this.streamLength = isNumber ? parseDigits(bytes, start, to) : -1;
  }
}
