import {
  FIELD_KEYS,
  type PageGeometry,
  type PdfFile,
  type PdfRect,
  type RawDict,
  type RawValue,
  rawRect,
  toDisplayedRect,
} from '@countersign/pdf';
import { type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { type DictEntries, Key, readNumbers, readTextOrName, resolve } from './dict-reading.ts';

/** Displayed points: origin at the top left corner of the displayed page, y down, `page` from 0. */
export interface DisplayedBox {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface FieldWarning {
  readonly code: string;
  /** The message is in English and for people. */
  readonly message: string;
}

export const NO_DICTS: readonly FieldDict[] = [];
const NO_WARNINGS: readonly FieldWarning[] = [];

export class FieldNode {
  /** Changes go to `dict`. */
  readonly entries: FieldDict;
  /** Partial names joined by periods; may be empty. */
  readonly name: string;
  readonly partialName: string;
  /** Nearest first; inherited entries come from these. */
  readonly ancestors: readonly FieldDict[];
  widgets: readonly FieldDict[] = NO_DICTS;
  warnings: readonly FieldWarning[] = NO_WARNINGS;
  /** A node with named kids and no widgets is only a part of their names. */
  hasNamedKids = false;

  constructor(entries: FieldDict, owner: FieldNode | undefined, ancestors: readonly FieldDict[]) {
    this.entries = entries;
    this.partialName = readPartialName(entries) ?? '';
    this.name = owner?.name ? `${owner.name}.${this.partialName}` : this.partialName;
    this.ancestors = ancestors;
  }

  get ref(): PDFRef | undefined {
    return this.entries.ref;
  }

  addWidget(widget: FieldDict): void {
    widget.isWidgetOfField = true;
    // An array grown by push reserves seventeen slots.
    if (this.widgets.length === 0) this.widgets = [widget];
    else (this.widgets as FieldDict[]).push(widget);
  }

  warn(warning: FieldWarning): void {
    if (!this.warnings.includes(warning)) this.warnings = [...this.warnings, warning];
  }

  get dict(): PDFDict {
    return this.entries.dict;
  }
}

/** /T, or a name used in place of text. */
export function readPartialName(dict: FieldDict): string | undefined {
  return readTextOrName(dict, Key.T);
}

/** Listed in the page's /Annots; /P may be wrong. */
export class PageWidget {
  readonly entries: FieldDict;
  readonly page: number;
  readonly geometry: PageGeometry;

  #box: DisplayedBox | undefined;
  #isLocated = false;

  constructor(entries: FieldDict, page: number, geometry: PageGeometry) {
    this.entries = entries;
    this.page = page;
    this.geometry = geometry;
  }

  get dict(): PDFDict {
    return this.entries.dict;
  }

  /** The box is undefined if /Rect is not four numbers. */
  get box(): DisplayedBox | undefined {
    if (!this.#isLocated) this.#box = locateWidget(this);
    this.#isLocated = true;
    return this.#box;
  }
}

function locateWidget({ entries, page, geometry }: PageWidget): DisplayedBox | undefined {
  const rect = readRect(entries);
  if (!rect) return undefined;
  const { x, y, width, height } = toDisplayedRect(geometry, rect);
  return { page, x: round(x), y: round(y), width: round(width), height: round(height) };
}

function readRect(entries: FieldDict): PdfRect | undefined {
  const walked = rawRect(entries.raw(Key.Rect));
  if (walked !== undefined) return walked;
  const [x1, y1, x2, y2] = readNumbers(entries, Key.Rect, 4) ?? [];
  return x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined
    ? undefined
    : [x1, y1, x2, y2];
}

/** Rounds values such as 18.000000000000114. */
function round(points: number): number {
  return Math.round(points * 1e6) / 1e6 || 0;
}

/** These entries are read without parsing the whole dictionary. */
const KEY_INDICES: ReadonlyMap<PDFName, number> = new Map(
  FIELD_KEYS.names.map((name, index) => [PDFName.of(name), index]),
);

const NO_PLACES: readonly PageWidget[] = [];

/**
 * Read from its bytes until the object is needed. Unique by dictionary and reading of a form. Stores findings
 * of the walk: maps of thousands of fields took a fifth of its time.
 */
export class FieldDict implements DictEntries {
  /** The reference is undefined if the dictionary is direct. */
  readonly ref: PDFRef | undefined;
  /** The node is set once a walk has found it. */
  node: FieldNode | undefined = undefined;
  /** Whether a walk from /Fields has reached it. */
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

  /** Reads like `readEntry`, but faster. */
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

  /** Returns an empty dictionary if the number has no dictionary any more. */
  #lookUp(): PDFDict {
    const object = resolve(this.context, this.ref);
    return object instanceof PDFDict ? object : PDFDict.withContext(this.context);
  }
}

export class FieldDicts {
  readonly file: PdfFile;
  /** A value is null if the object is not a dictionary. */
  readonly #byRef = new Map<PDFRef, FieldDict | null>();
  readonly #byObject = new Map<PDFDict, FieldDict>();

  constructor(file: PdfFile) {
    this.file = file;
  }

  /** Returns undefined if the item is not a dictionary or is unreadable. */
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
    const walked = this.file.walkField(ref);
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
