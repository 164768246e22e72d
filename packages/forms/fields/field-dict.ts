import { DictKeys, type PdfFile, type RawDict, type RawValue } from '@countersign/pdf';
import { type PDFContext, PDFDict, type PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { type DictEntries, resolve } from './dict-reading.ts';
import type { FieldNode } from './field-tree.ts';
import { Key } from './keys.ts';
import type { PageWidget } from './page-widgets.ts';

/** Without parsing the whole dictionary. */
const WALKED: readonly (keyof typeof Key)[] = [
  'AA',
  'AP',
  'AS',
  'DA',
  'DV',
  'F',
  'FT',
  'Ff',
  'I',
  'Kids',
  'MaxLen',
  'Opt',
  'P',
  'Parent',
  'RV',
  'Rect',
  'Subtype',
  'T',
  'Type',
  'V',
];
const WALKED_KEYS = new DictKeys(WALKED);
const KEY_INDICES: ReadonlyMap<PDFName, number> = new Map(WALKED.map((name, index) => [Key[name], index]));

const NO_PLACES: readonly PageWidget[] = [];

/**
 * Read from its bytes until the object is needed. Unique by dictionary and reading of a form. Stores findings
 * of the walk: maps of thousands of fields took a fifth of its time.
 */
export class FieldDict implements DictEntries {
  /** Undefined if direct. */
  readonly ref: PDFRef | undefined;
  /** Once a walk has found it. */
  node: FieldNode | undefined = undefined;
  /** From /Fields. */
  isReached = false;
  isWidgetOfField = false;
  places: readonly PageWidget[] = NO_PLACES;
  readonly #dicts: FieldDicts;
  readonly #walked: RawDict | undefined;
  #object: PDFDict | undefined;
  #isWidget: boolean | undefined;
  /** The file's change count when the bytes were last current. */
  #checkedAt = -1;

  constructor(dicts: FieldDicts, ref: PDFRef | undefined, found: RawDict | PDFDict) {
    this.#dicts = dicts;
    this.ref = ref;
    this.#object = found instanceof PDFDict ? found : undefined;
    this.#walked = found instanceof PDFDict ? undefined : found;
  }

  get context(): PDFContext {
    return this.#dicts.file.context;
  }

  /** Parsed on first use. */
  get dict(): PDFDict {
    this.#object ??= this.#lookUp();
    return this.#object;
  }

  /** A direct object must not be changed. */
  get(key: PDFName): PDFObject | undefined {
    const index = KEY_INDICES.get(key);
    const walked = index === undefined ? undefined : this.#bytes();
    if (index === undefined || walked === undefined) return this.dict.get(key);
    return this.#dicts.file.parseEntry(walked, index);
  }

  /** As `readEntry`, but faster. */
  entry(key: PDFName): PDFObject | undefined {
    const value = this.get(key);
    return value === undefined ? undefined : resolve(this.context, value);
  }

  has(key: PDFName): boolean {
    const index = KEY_INDICES.get(key);
    const walked = index === undefined ? undefined : this.#bytes();
    if (index === undefined || walked === undefined) return this.dict.has(key);
    return walked.at(index) !== undefined;
  }

  raw(key: PDFName): RawValue | undefined {
    const index = KEY_INDICES.get(key);
    return index === undefined ? undefined : this.#bytes()?.at(index);
  }

  isEncodedAsString(key: PDFName): boolean {
    const index = KEY_INDICES.get(key);
    return index !== undefined && this.#bytes()?.kindAt(index) === 'string';
  }

  get isWidget(): boolean {
    this.#isWidget ??= this.entry(Key.Subtype) === Key.Widget;
    return this.#isWidget;
  }

  /** Does not parse the object. The value must not be changed afterwards. */
  set(key: PDFName, value: PDFObject): void {
    if (this.#object === undefined && this.ref !== undefined) {
      this.#dicts.file.setEntry(this.ref, key, value, this.#walked);
    } else this.dict.set(key, value);
  }

  /** There may be several, against ISO 32000-1 12.5.2. */
  addPlace(place: PageWidget): void {
    this.places = this.places.length === 0 ? [place] : [...this.places, place];
  }

  follow(key: PDFName): FieldDict | undefined {
    return this.#dicts.at(this.get(key));
  }

  #bytes(): RawDict | undefined {
    if (this.#object !== undefined || this.ref === undefined) return undefined;
    const { changeCount } = this.#dicts.file;
    if (changeCount === this.#checkedAt) return this.#walked;
    if (this.#dicts.file.isTouched(this.ref)) return undefined;
    this.#checkedAt = changeCount;
    return this.#walked;
  }

  /** Unless another object was assigned to the number since. */
  #lookUp(): PDFDict {
    const object = resolve(this.context, this.ref);
    return object instanceof PDFDict ? object : PDFDict.withContext(this.context);
  }
}

export class FieldDicts {
  readonly file: PdfFile;
  /** Null if the object is not a dictionary. */
  readonly #byRef = new Map<PDFRef, FieldDict | null>();
  readonly #byObject = new Map<PDFDict, FieldDict>();

  constructor(file: PdfFile) {
    this.file = file;
  }

  /** Undefined if it is not a dictionary or is unreadable. */
  at(item: PDFObject | undefined): FieldDict | undefined {
    if (item instanceof PDFRef) return this.#atRef(item);
    return item instanceof PDFDict ? this.#ofObject(item, undefined) : undefined;
  }

  #atRef(ref: PDFRef): FieldDict | undefined {
    const known = this.#byRef.get(ref);
    if (known !== undefined) return known ?? undefined;
    const found = this.#read(ref);
    this.#byRef.set(ref, found ?? null);
    return found;
  }

  #read(ref: PDFRef): FieldDict | undefined {
    const walked = this.file.walkDict(ref, WALKED_KEYS);
    if (walked !== undefined) return new FieldDict(this, ref, walked);
    const object = resolve(this.file.context, ref);
    return object instanceof PDFDict ? this.#ofObject(object, ref) : undefined;
  }

  #ofObject(dict: PDFDict, ref: PDFRef | undefined): FieldDict {
    const known = this.#byObject.get(dict);
    if (known !== undefined) return known;
    const made = new FieldDict(this, ref, dict);
    this.#byObject.set(dict, made);
    return made;
  }
}
