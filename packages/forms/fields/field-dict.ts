import { DictKeys, type PdfFile, type RawDict, type RawValue } from '@countersign/pdf';
import { type PDFContext, PDFDict, type PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { type DictEntries, resolve } from './dict-reading.ts';
import type { FieldNode } from './field-tree.ts';
import { Key } from './keys.ts';
import type { PageWidget } from './page-widgets.ts';

/** What listing and closing fields reads of a field or widget. Everything else makes the object. */
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
  'Rect',
  'Subtype',
  'T',
  'Type',
  'V',
];
const WALKED_KEYS = new DictKeys(WALKED);
const POSITIONS: ReadonlyMap<PDFName, number> = new Map(
  WALKED.map((name, position) => [Key[name], position]),
);

const NO_PLACES: readonly PageWidget[] = [];

/**
 * A field's or widget's dictionary: read from its bytes until somebody asks for the object or the file gets to hold it.
 * One for each dictionary and reading of a form, so that two are the same exactly when their dictionaries are; what the
 * reading finds out about it is noted here, because maps of thousands of fields took a fifth of its time.
 */
export class FieldDict implements DictEntries {
  /** Undefined for a dictionary that is no object of its own. */
  readonly ref: PDFRef | undefined;
  /** The field that it defines, once a walk has found it. */
  node: FieldNode | undefined = undefined;
  /** Whether /Fields leads to it. */
  isReached = false;
  /** Whether some field's node has it among its widgets. */
  isWidgetOfField = false;
  /** Where pages show it. */
  places: readonly PageWidget[] = NO_PLACES;
  readonly #dicts: FieldDicts;
  readonly #walked: RawDict | undefined;
  #object: PDFDict | undefined;
  /** Read once: the tree asks for it, and each page that shows the widget. */
  #saysWidget: boolean | undefined;
  /** The file's count of changes when the bytes were last known to be all there is. */
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

  /** The file's own object, which is made by the first call: for those who change it. */
  get dict(): PDFDict {
    this.#object ??= this.#lookUp();
    return this.#object;
  }

  /** As `PDFDict.get`; what is not an object of its own must not be changed. */
  get(key: PDFName): PDFObject | undefined {
    const position = POSITIONS.get(key);
    const walked = position === undefined ? undefined : this.#bytes();
    if (position === undefined || walked === undefined) return this.dict.get(key);
    return this.#dicts.file.parseEntry(walked, position);
  }

  /** The entry with references followed, as `readEntry`: which knows other dictionaries too, and takes longer. */
  entry(key: PDFName): PDFObject | undefined {
    const value = this.get(key);
    return value === undefined ? undefined : resolve(this.context, value);
  }

  has(key: PDFName): boolean {
    const position = POSITIONS.get(key);
    const walked = position === undefined ? undefined : this.#bytes();
    if (position === undefined || walked === undefined) return this.dict.has(key);
    return walked.at(position) !== undefined;
  }

  raw(key: PDFName): RawValue | undefined {
    const position = POSITIONS.get(key);
    return position === undefined ? undefined : this.#bytes()?.at(position);
  }

  /** Whether the file has a string there, as far as its bytes tell. */
  isSpelledAsString(key: PDFName): boolean {
    const position = POSITIONS.get(key);
    return position !== undefined && this.#bytes()?.kindAt(position) === 'string';
  }

  /** Whether /Subtype says that it is a widget annotation. */
  get saysWidget(): boolean {
    this.#saysWidget ??= this.entry(Key.Subtype) === Key.Widget;
    return this.#saysWidget;
  }

  /** Sets an entry, without making the object where there is none. The value must not be changed afterwards. */
  set(key: PDFName, value: PDFObject): void {
    if (this.#object === undefined && this.ref !== undefined) {
      this.#dicts.file.setEntry(this.ref, key, value, this.#walked);
    } else this.dict.set(key, value);
  }

  /** Notes a place; against ISO 32000-1 12.5.2 there may be several. */
  addPlace(place: PageWidget): void {
    this.places = this.places.length === 0 ? [place] : [...this.places, place];
  }

  /** The field or widget that an entry names or holds. */
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

  /** Walked bytes are those of a dictionary, and stay one unless somebody assigns another object to its number. */
  #lookUp(): PDFDict {
    const object = resolve(this.context, this.ref);
    return object instanceof PDFDict ? object : PDFDict.withContext(this.context);
  }
}

/** The fields and widgets of one file, each made once however it is reached. */
export class FieldDicts {
  readonly file: PdfFile;
  /** Null for what is no dictionary. */
  readonly #byRef = new Map<PDFRef, FieldDict | null>();
  readonly #byObject = new Map<PDFDict, FieldDict>();

  constructor(file: PdfFile) {
    this.file = file;
  }

  /** The dictionary that an object or a reference stands for; undefined when it is none, or broken beyond reading. */
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
