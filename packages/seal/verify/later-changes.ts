import {
  type ByteSource,
  lookupArray,
  lookupDict,
  lookupName,
  openPdf,
  PdfError,
  type PdfFile,
} from '@countersign/pdf';
import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';

/** What later revisions may add without changing what was signed; see `SignatureReport.laterChanges`. */
export type LaterChanges = 'none' | 'validation_data' | 'other';

/** Entries of the catalog that say nothing of what is seen. */
const FREE_CATALOG_ENTRIES = ['DSS', 'Extensions', 'AcroForm'];
const FREE_FORM_ENTRIES = ['Fields', 'SigFlags'];
const FREE_PAGE_ENTRIES = ['Annots'];
/** Of an invisible field: whatever else it had could be seen or could act. */
const TIMESTAMP_ENTRIES: ReadonlySet<string> = new Set(['Type', 'Subtype', 'FT', 'Rect', 'F', 'P', 'V', 'T']);
/** Levels below /DSS: its lists, /VRI, and what is listed there. */
const STORE_DEPTH = 4;

/**
 * What was added behind the first `end` bytes, a whole revision: `validation_data` when nothing but validation data and
 * document timestamps that nobody sees was, `other` in any other case and in doubt. Compares every object that is
 * defined anew with what it was, so that nothing can be exchanged and then timestamped.
 */
export function findLaterChanges(file: PdfFile, end: number): LaterChanges {
  try {
    const earlier = openPdf(openBeginning(file.source, end));
    return new Comparison(earlier, file).isValidationDataOnly() ? 'validation_data' : 'other';
  } catch (error) {
    if (error instanceof PdfError) return 'other';
    throw error;
  }
}

class Comparison {
  readonly #earlier: PdfFile;
  readonly #later: PdfFile;
  /** Objects that were validation data when the signature was made. */
  readonly #store: ReadonlySet<string>;

  constructor(earlier: PdfFile, later: PdfFile) {
    this.#earlier = earlier;
    this.#later = later;
    this.#store = listStore(earlier);
  }

  isValidationDataOnly(): boolean {
    if (this.#earlier.repaired || this.#later.repaired) return false;
    const isSameRoot = ['Root', 'Info', 'Encrypt'].every(
      (key) =>
        String(this.#earlier.trailer.get(PDFName.of(key))) ===
        String(this.#later.trailer.get(PDFName.of(key))),
    );
    return isSameRoot && this.#later.replacedSince(this.#earlier).every((ref) => this.#isHarmless(ref));
  }

  #isHarmless(ref: PDFRef): boolean {
    if (this.#store.has(ref.toString())) return true;
    const before = this.#earlier.context.lookup(ref);
    const after = this.#later.context.lookup(ref);
    if (before === this.#earlier.catalog) return this.#isHarmlessCatalog();
    if (before instanceof PDFArray && after instanceof PDFArray) return this.#isExtended(before, after);
    if (!(before instanceof PDFDict) || !(after instanceof PDFDict)) return false;
    if (before === lookupDict(this.#earlier.catalog, 'AcroForm')) return this.#isHarmlessForm(before, after);
    if (lookupName(before, 'Type') !== 'Page') return false;
    return isSameBut(before, after, FREE_PAGE_ENTRIES) && this.#isExtendedEntry(before, after, 'Annots');
  }

  #isHarmlessCatalog(): boolean {
    const [before, after] = [this.#earlier.catalog, this.#later.catalog];
    if (!isSameBut(before, after, FREE_CATALOG_ENTRIES)) return false;
    const [form, newForm] = [before, after].map((catalog) => catalog.get(PDFName.of('AcroForm')));
    if (String(form) === String(newForm)) return true;
    return form instanceof PDFDict && newForm instanceof PDFDict && this.#isHarmlessForm(form, newForm);
  }

  #isHarmlessForm(before: PDFDict, after: PDFDict): boolean {
    return isSameBut(before, after, FREE_FORM_ENTRIES) && this.#isExtendedEntry(before, after, 'Fields');
  }

  /** An entry that became a list of more, be it an object of its own (then that one is looked at itself) or not. */
  #isExtendedEntry(before: PDFDict, after: PDFDict, key: string): boolean {
    const name = PDFName.of(key);
    if (String(before.get(name)) === String(after.get(name))) return true;
    const grown = lookupArray(after, key);
    return grown !== undefined && this.#isExtended(lookupArray(before, key), grown);
  }

  /** The same list with nothing but new timestamps behind it. */
  #isExtended(before: PDFArray | undefined, after: PDFArray): boolean {
    const [old, all] = [before?.asArray() ?? [], after.asArray()];
    const isKept = old.every((item, index) => String(item) === String(all[index]));
    return isKept && all.slice(old.length).every((item) => this.#isNewTimestamp(item));
  }

  #isNewTimestamp(item: PDFObject): boolean {
    if (!(item instanceof PDFRef) || this.#earlier.context.lookup(item) !== undefined) return false;
    const field = this.#later.context.lookup(item);
    if (!(field instanceof PDFDict) || !field.keys().every((key) => TIMESTAMP_ENTRIES.has(key.decodeText())))
      return false;
    const value = lookupDict(field, 'V');
    return (
      lookupName(field, 'FT') === 'Sig' && value !== undefined && isTimestamp(value) && isInvisible(field)
    );
  }
}

function isTimestamp(value: PDFDict): boolean {
  return lookupName(value, 'Type') === 'DocTimeStamp' && lookupName(value, 'SubFilter') === 'ETSI.RFC3161';
}

function isInvisible(field: PDFDict): boolean {
  const sides = lookupArray(field, 'Rect')?.asArray() ?? [];
  return sides.length === 4 && sides.every((side) => side instanceof PDFNumber && side.asNumber() === 0);
}

function isSameBut(before: PDFDict, after: PDFDict, free: readonly string[]): boolean {
  const keys = new Set([...before.keys(), ...after.keys()]);
  for (const name of free) keys.delete(PDFName.of(name));
  return [...keys].every((key) => String(before.get(key)) === String(after.get(key)));
}

function listStore({ catalog, context }: PdfFile): ReadonlySet<string> {
  const found = new Set<string>();
  let level = [catalog.get(PDFName.of('DSS'))];
  for (let depth = 0; depth < STORE_DEPTH; depth++) {
    for (const item of level) if (item instanceof PDFRef) found.add(item.toString());
    level = level.flatMap((item) => listItems(context.lookup(item)));
  }
  return found;
}

function listItems(object: PDFObject | undefined): PDFObject[] {
  if (object instanceof PDFArray) return object.asArray();
  return object instanceof PDFDict ? object.values() : [];
}

function openBeginning(source: ByteSource, size: number): ByteSource {
  return {
    size,
    bytesRead: 0,
    read: (offset, length) => source.read(offset, Math.max(0, Math.min(length, size - offset))),
    close: () => undefined,
  };
}
