import type { PDFName, PDFObject, PDFRef } from 'pdf-lib';
import type { LazyObjectMap, SetEntry } from '../lazy-object-map.ts';
import { DictKeys } from '../read/dict-keys.ts';
import type { RawDict } from '../read/dict-walker.ts';
import type { ObjectReader } from '../read/object-reader.ts';
import { walkObject } from '../read/walk-object.ts';
import type { ByteWriter } from './byte-writer.ts';
import { isSameObject } from './compare.ts';
import { type RefMapping, writeObject } from './serialise.ts';

/** Never parsed; one entry is changed. */
export interface EditedDict {
  readonly ref: PDFRef;
  readonly original: RawDict;
  /** Empty for a new entry. */
  readonly start: number;
  readonly end: number;
  readonly key: PDFName | undefined;
  readonly value: PDFObject;
}

/**
 * Only those that change something. Others that cannot be edited in their bytes are parsed, so call it before
 * looking for changed objects.
 */
export function findEditedDicts(reader: ObjectReader, objects: LazyObjectMap): EditedDict[] {
  const walker = new EntryWalker(reader);
  const found: EditedDict[] = [];
  for (const [ref, { entries, walked }] of objects.edits) {
    const [entry] = entries;
    const edited = entry && entries.length === 1 ? walker.edit(ref, entry, walked) : undefined;
    if (edited === undefined) objects.get(ref);
    else if (edited !== UNCHANGED) found.push(edited);
  }
  return found;
}

/** In the file already. */
const UNCHANGED = Symbol('unchanged');

class EntryWalker {
  readonly #reader: ObjectReader;
  #key: PDFName | undefined;
  #ownKeys = new DictKeys([]);
  #walkedKeys: DictKeys | undefined;
  #position = -1;

  constructor(reader: ObjectReader) {
    this.#reader = reader;
  }

  /** Undefined if the dictionary has to be parsed. */
  edit(ref: PDFRef, entry: SetEntry, walked: RawDict | undefined): EditedDict | typeof UNCHANGED | undefined {
    this.#lookFor(entry.key, walked?.keys);
    if (walked !== undefined && this.#position >= 0) return this.#editAt(ref, entry, walked, this.#position);
    const original = walkObject(this.#reader, ref.objectNumber, ref.generationNumber, this.#ownKeys);
    return original && this.#editAt(ref, entry, original, 0);
  }

  #lookFor(key: PDFName, walkedKeys: DictKeys | undefined): void {
    if (key === this.#key && walkedKeys === this.#walkedKeys) return;
    const name = key.asString().slice(1);
    if (key !== this.#key) this.#ownKeys = new DictKeys([name]);
    this.#key = key;
    this.#walkedKeys = walkedKeys;
    this.#position = walkedKeys?.names.indexOf(name) ?? -1;
  }

  #editAt(
    ref: PDFRef,
    { key, value }: SetEntry,
    original: RawDict,
    position: number,
  ): EditedDict | typeof UNCHANGED | undefined {
    const place = original.rangeOf(position);
    if (place === undefined) {
      const end = original.end - '>>'.length;
      return { ref, original, start: end, end, key, value };
    }
    if (original.count(position) > 1) return undefined;
    const { parser } = this.#reader;
    parser.reset(original.bytes, place.start, true);
    if (isSameObject(parser.readObject(), value)) return UNCHANGED;
    return { ref, original, start: place.start, end: place.end, key: undefined, value };
  }
}

export function writeEditedObject(writer: ByteWriter, edited: EditedDict, map: RefMapping): void {
  const { ref, original, start, end, key } = edited;
  writer.text(`${ref.objectNumber} ${ref.generationNumber} obj\n`);
  writer.bytes(original.bytes.subarray(original.start, start));
  writer.text(key === undefined ? ' ' : `${key.asString()} `);
  writeObject(writer, edited.value, map);
  writer.bytes(original.bytes.subarray(end, original.end));
  writer.text('\nendobj\n');
}
