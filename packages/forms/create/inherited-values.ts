import { PDFArray, type PDFDict, type PDFName, PDFNumber, type PDFObject, PDFString } from 'pdf-lib';
import { Key, readDict, readEntry } from '../fields/dict-reading.ts';

/** The limit ends /Parent chains that lead nowhere. */
const MAX_LEVELS = 100;
/** No text reaches this, and an entry cannot be undone in any other way. */
const NO_LIMIT = 0x7fffffff;

/**
 * Gives a field that comes under an existing parent its own entries in place of those that the parent would pass on
 * (ISO 32000-1 12.7.3.1). The type of the field has to be its own.
 */
export function shield(field: PDFDict, parent: PDFDict): void {
  for (const key of [Key.V, Key.DV, Key.Ff, Key.Q, Key.MaxLen])
    if (!field.has(key) && passesOn(parent, key)) field.set(key, absentValue(field, key));
}

function passesOn(parent: PDFDict, key: PDFName): boolean {
  let level: PDFDict | undefined = parent;
  for (let depth = 0; level && depth < MAX_LEVELS; depth += 1) {
    if (readEntry(level, key) !== undefined) return true;
    level = readDict(level, Key.Parent);
  }
  return false;
}

/** Readers treat this as they treat a missing entry. */
function absentValue(field: PDFDict, key: PDFName): PDFObject {
  if (key === Key.MaxLen) return PDFNumber.of(NO_LIMIT);
  if (key === Key.Ff || key === Key.Q) return PDFNumber.of(0);
  const type = field.get(Key.FT);
  if (type === Key.Btn) return Key.Off;
  return type === Key.Ch ? PDFArray.withContext(field.context) : PDFString.of('');
}
