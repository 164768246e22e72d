/** Reads the field tree of an input of a merge, and renames its fields. */

import {
  decodeTextString,
  encodeTextString,
  FIELD_INDEX,
  lookupArray,
  lookupDict,
  type PdfFile,
  type RawDict,
  rawText,
  requireFieldCount,
} from '@countersign/pdf';
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import type { MergeReport } from '../reports.ts';
import type { MergedNames, NamedField } from './merged-names.ts';

/** Longer chains are cyclic. */
const MAX_PARENTS = 32;

/** A dictionary of the field tree, which is read from its bytes if possible. */
class FieldEntries {
  readonly #fields: FieldsOfFile;
  readonly #ref: PDFRef | undefined;
  readonly #found: RawDict | PDFDict;
  /** Whether the form lists it, which some do with the kid of a field too, or a page shows it or a field under it. */
  isRoot = false;
  /** Whether a page has it as an annotation. */
  isShown = false;
  /** Whether the field tree has it. */
  isReached = false;

  constructor(fields: FieldsOfFile, ref: PDFRef | undefined, found: RawDict | PDFDict) {
    this.#fields = fields;
    this.#ref = ref;
    this.#found = found;
  }

  get isWidget(): boolean {
    return this.#lookup('Subtype') === WIDGET;
  }

  get name(): string | undefined {
    const raw = this.#found instanceof PDFDict ? undefined : this.#found.at(FIELD_INDEX.T);
    return rawText(raw) ?? decodeTextString(this.#lookup('T'));
  }

  get parent(): FieldEntries | undefined {
    return this.#fields.at(this.#get('Parent'));
  }

  get kids(): readonly FieldEntries[] {
    return this.#fields.list(this.#lookup('Kids'));
  }

  setName(name: string): void {
    const value = encodeTextString(name);
    if (this.#found instanceof PDFDict) this.#found.set(T, value);
    else if (this.#ref !== undefined) this.#fields.file.setEntry(this.#ref, T, value, this.#found);
  }

  #get(key: 'T' | 'Kids' | 'Parent' | 'Subtype'): PDFObject | undefined {
    const found = this.#found;
    return found instanceof PDFDict
      ? found.get(PDFName.of(key))
      : this.#fields.file.parseEntry(found, FIELD_INDEX[key]);
  }

  #lookup(key: 'T' | 'Kids' | 'Subtype'): PDFObject | undefined {
    return this.#fields.file.context.lookup(this.#get(key));
  }
}

const T = PDFName.of('T');
const WIDGET = PDFName.of('Widget');
const NO_ENTRIES: readonly FieldEntries[] = [];

/** The dictionaries of a file, each once. */
class FieldsOfFile {
  readonly file: PdfFile;
  /** The keys are references, and dictionaries that are not indirect objects. */
  readonly #known = new Map<PDFObject, FieldEntries | undefined>();

  constructor(file: PdfFile) {
    this.file = file;
  }

  /** Returns undefined if the item is not a dictionary. */
  at(item: PDFObject | undefined): FieldEntries | undefined {
    if (!(item instanceof PDFRef) && !(item instanceof PDFDict)) return undefined;
    const known = this.#known.get(item);
    if (known !== undefined || this.#known.has(item)) return known;
    const entries = this.#read(item);
    this.#known.set(item, entries);
    return entries;
  }

  #read(item: PDFRef | PDFDict): FieldEntries | undefined {
    if (item instanceof PDFDict) return new FieldEntries(this, undefined, item);
    const walked = this.file.walkField(item);
    if (walked !== undefined) return new FieldEntries(this, item, walked);
    const dict = this.file.context.lookup(item);
    return dict instanceof PDFDict ? new FieldEntries(this, item, dict) : undefined;
  }

  list(items: PDFObject | undefined): readonly FieldEntries[] {
    if (!(items instanceof PDFArray)) return NO_ENTRIES;
    return items
      .asArray()
      .map((item) => this.at(item))
      .filter((entries) => entries !== undefined);
  }
}

/** The topmost ones of widgets on the pages, each once, without `listed`. */
function findUnlistedFields(fields: FieldsOfFile, listed: readonly FieldEntries[]): FieldEntries[] {
  for (const entries of listed) entries.isRoot = true;
  const unlisted: FieldEntries[] = [];
  for (const page of fields.file.pages()) {
    for (const item of page.annotationItems()) {
      const annotation = fields.at(item);
      if (annotation === undefined || annotation.isShown) continue;
      annotation.isShown = true;
      // A listed widget may have a parent that is not listed.
      const top = topOf(annotation);
      if (top === undefined || top.isRoot) continue;
      top.isRoot = true;
      unlisted.push(top);
    }
  }
  return unlisted;
}

function topOf(annotation: FieldEntries): FieldEntries | undefined {
  if (!annotation.isWidget) return undefined;
  let top = annotation;
  for (let level = 0; level < MAX_PARENTS; level++) {
    const { parent } = top;
    if (parent === undefined) return top;
    top = parent;
  }
  return undefined;
}

type RenamedField = MergeReport['renamedFields'][number];

interface NamedNode extends NamedField {
  readonly entries: FieldEntries;
  /** The path is the qualified name before renaming. */
  readonly path: string;
}

/** Renames the fields of an input in its bytes if possible. Returns what was renamed. */
export function renameFields(file: PdfFile, input: number, names: MergedNames): RenamedField[] {
  const nodes = new NamedNodes();
  for (const root of rootFields(file)) nodes.addTree(root);
  const segments = names.addInput(nodes.found);
  const renamed: RenamedField[] = [];
  nodes.found.forEach(({ entries, segment, path }, index) => {
    const name = segments[index] ?? segment;
    if (name === segment) return;
    entries.setName(name);
    renamed.push({ input, from: path, to: path.slice(0, path.length - segment.length) + name });
  });
  return renamed;
}

/** Lists the nodes of the field tree that have names, each once, in spite of cycles. */
class NamedNodes {
  readonly found: NamedNode[] = [];
  readonly #waiting: { readonly entries: FieldEntries; readonly prefix: string }[] = [];
  #count = 0;

  addTree(root: FieldEntries): void {
    this.#add(root, '');
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop())
      this.#add(next.entries, next.prefix);
  }

  #add(entries: FieldEntries, prefix: string): void {
    if (entries.isReached) return;
    entries.isReached = true;
    this.#count += 1;
    requireFieldCount(this.#count);
    const segment = entries.name;
    const path =
      segment === undefined || segment === '' ? prefix : prefix === '' ? segment : `${prefix}.${segment}`;
    if (segment !== undefined) this.found.push({ entries, segment, isRoot: entries.isRoot, path });
    for (const kid of entries.kids) this.#waiting.push({ entries: kid, prefix: path });
  }
}

/** Adds the fields of unlisted widgets, which readers find on the pages. */
function rootFields(file: PdfFile): FieldEntries[] {
  const fields = new FieldsOfFile(file);
  const form = lookupDict(file.catalog, 'AcroForm');
  const listed = fields.list(form && lookupArray(form, 'Fields'));
  return [...listed, ...findUnlistedFields(fields, listed)];
}
