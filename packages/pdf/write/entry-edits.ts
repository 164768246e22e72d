import type { PDFName, PDFObject, PDFRef } from 'pdf-lib';
import type { LazyObjectMap } from '../lazy-object-map.ts';
import { DictKeys } from '../read/dict-keys.ts';
import type { RawDict } from '../read/dict-walker.ts';
import type { ObjectReader } from '../read/object-reader.ts';
import { walkObject } from '../read/walk-object.ts';
import type { ByteWriter } from './byte-writer.ts';
import { isSameObject } from './compare.ts';
import { type RefMapping, writeObject } from './serialise.ts';

/** What to write in the place of an object of which some entries were set and which was never made. */
export interface EditedDict {
  readonly ref: PDFRef;
  /** The dictionary in the file. */
  readonly original: RawDict;
  readonly edits: readonly Edit[];
}

/** A new value for the bytes from `start` to `end`; no bytes and a key where the dictionary has no such entry. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly key: PDFName | undefined;
  readonly value: PDFObject;
}

/**
 * The dictionaries whose edits say something new. Those that cannot be edited in their bytes (a key that is there twice,
 * spelling against the rules) are made into objects: call it before looking for changed objects.
 */
export function findEditedDicts(reader: ObjectReader, objects: LazyObjectMap): EditedDict[] {
  const keysOf = new Map<PDFName, DictKeys>();
  const found: EditedDict[] = [];
  for (const [ref, { entries, walked }] of objects.edits) {
    const [entry] = entries;
    const isOne = entry !== undefined && entries.length === 1;
    const place = isOne ? placeEntry(reader, ref, entry.key, walked, keysOf) : undefined;
    const edited = isOne && place !== undefined ? editDict(reader, ref, place, entry) : undefined;
    if (edited === undefined) objects.get(ref);
    else if (edited.edits.length > 0) found.push(edited);
  }
  return found;
}

/** Where an entry stands, or would. */
interface EntryPlace {
  readonly original: RawDict;
  /** Of the key, among those that the walk looked for. */
  readonly position: number;
}

/** Undefined when only the object can be changed. */
function placeEntry(
  reader: ObjectReader,
  ref: PDFRef,
  key: PDFName,
  walked: RawDict | undefined,
  keysOf: Map<PDFName, DictKeys>,
): EntryPlace | undefined {
  const position = walked?.positionOf(key.asString().slice(1)) ?? -1;
  if (walked !== undefined && position >= 0) return { original: walked, position };
  const keys = keysOf.get(key) ?? new DictKeys([key.asString().slice(1)]);
  keysOf.set(key, keys);
  const original = walkObject(reader, ref.objectNumber, ref.generationNumber, keys);
  return original && { original, position: 0 };
}

/** Undefined when only the object can be changed; without edits when the file says the same already. */
function editDict(
  reader: ObjectReader,
  ref: PDFRef,
  { original, position }: EntryPlace,
  { key, value }: { readonly key: PDFName; readonly value: PDFObject },
): EditedDict | undefined {
  const place = original.placeOf(position);
  if (place === undefined) {
    const end = original.end - '>>'.length;
    return { ref, original, edits: [{ start: end, end, key, value }] };
  }
  if (original.count(position) > 1) return undefined;
  reader.parser.reset(original.bytes, place.start, true);
  const isSame = isSameObject(reader.parser.readObject(), value);
  return { ref, original, edits: isSame ? [] : [{ ...place, key: undefined, value }] };
}

/** Writes the object with its bytes as they are but for the edits. */
export function writeEditedObject(
  writer: ByteWriter,
  { ref, original, edits }: EditedDict,
  map: RefMapping,
): void {
  writer.text(`${ref.objectNumber} ${ref.generationNumber} obj\n`);
  let at = original.start;
  for (const { start, end, key, value } of edits) {
    writer.bytes(original.bytes.subarray(at, start));
    writer.text(key === undefined ? ' ' : `${key.asString()} `);
    writeObject(writer, value, map);
    at = end;
  }
  writer.bytes(original.bytes.subarray(at, original.end));
  writer.text('\nendobj\n');
}
