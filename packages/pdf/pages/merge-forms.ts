import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFString,
} from 'pdf-lib';
import { entriesOf } from '../lazy-object-map.ts';
import { lookupArray, lookupDict } from '../read/lookup.ts';
import type { FileMover } from './file-mover.ts';

/** Chooses a new name for a root field whose name is taken; called until `isTaken` says no. */
export type RenameField = (name: string, copy: number) => string;

/** `name`, `name#2`, `name#3`. */
export const renameByNumber: RenameField = (name, copy) => `${name}#${copy}`;

const FIELDS = PDFName.of('Fields');
const RESOURCES = PDFName.of('DR');
const NEED_APPEARANCES = PDFName.of('NeedAppearances');
const NAME = PDFName.of('T');
/** First input that has one decides. /XFA, /CO and /SigFlags would be wrong for the joined form. */
const FROM_FIRST = ['DA', 'Q'].map((key) => PDFName.of(key));

/** Joins the forms of all inputs; undefined when none has one. Queues the fields and decides on their names. */
export function mergeForms(movers: readonly FileMover[], rename: RenameField): PDFDict | undefined {
  const forms = movers.flatMap((mover) => {
    const form = lookupDict(mover.file.catalog, 'AcroForm');
    return form === undefined ? [] : [{ mover, form }];
  });
  const first = forms[0];
  if (first === undefined) return undefined;
  const joined = PDFDict.withContext(first.form.context);
  joined.set(FIELDS, PDFArray.withContext(first.form.context));
  const taken = new Set<string>();
  for (const { mover, form } of forms) {
    addFields(joined, form, mover, taken, rename);
    addResources(joined, form, mover);
    addDefaults(joined, form, mover);
  }
  return joined;
}

function addFields(
  joined: PDFDict,
  form: PDFDict,
  mover: FileMover,
  taken: Set<string>,
  rename: RenameField,
): void {
  const target = lookupArray(joined, 'Fields');
  const own = new Set<string>();
  for (const entry of lookupArray(form, 'Fields')?.asArray() ?? []) {
    const field = form.context.lookup(entry);
    if (!(entry instanceof PDFRef) || !(field instanceof PDFDict)) continue;
    own.add(makeUnique(entry, field, mover, taken, rename));
    const moved = mover.translate(entry);
    if (moved !== undefined) target?.push(moved);
  }
  // Two fields of one name inside one input are that input's affair.
  for (const name of own) taken.add(name);
}

function makeUnique(
  ref: PDFRef,
  field: PDFDict,
  mover: FileMover,
  taken: ReadonlySet<string>,
  rename: RenameField,
): string {
  const name = textOf(field.lookup(NAME));
  if (name === undefined || !taken.has(name)) return name ?? '';
  let copy = 2;
  while (taken.has(rename(name, copy))) copy += 1;
  const entries = new Map(entriesOf(field));
  const unique = rename(name, copy);
  entries.set(NAME, PDFHexString.fromText(unique));
  mover.override(ref, PDFDict.fromMapWithContext(entries, field.context));
  return unique;
}

function textOf(object: PDFObject | undefined): string | undefined {
  return object instanceof PDFString || object instanceof PDFHexString ? object.decodeText() : undefined;
}

/** Default resources by category and name; of two with the same name the first stays. */
function addResources(joined: PDFDict, form: PDFDict, mover: FileMover): void {
  const resources = lookupDict(form, 'DR');
  if (resources === undefined) return;
  const target = lookupDict(joined, 'DR') ?? PDFDict.withContext(joined.context);
  joined.set(RESOURCES, target);
  for (const category of resources.keys()) {
    const names = resources.lookup(category);
    if (names instanceof PDFDict) addCategory(target, category, names, mover);
  }
}

function addCategory(target: PDFDict, category: PDFName, names: PDFDict, mover: FileMover): void {
  const existing = target.lookup(category);
  const group = existing instanceof PDFDict ? existing : PDFDict.withContext(target.context);
  target.set(category, group);
  for (const [name, object] of entriesOf(names)) {
    const moved = group.has(name) ? undefined : mover.translateObject(object);
    if (moved !== undefined) group.set(name, moved);
  }
}

function addDefaults(joined: PDFDict, form: PDFDict, mover: FileMover): void {
  if (form.lookup(NEED_APPEARANCES) === PDFBool.True) joined.set(NEED_APPEARANCES, PDFBool.True);
  for (const key of FROM_FIRST) {
    const value = form.lookup(key);
    const moved = value === undefined || joined.has(key) ? undefined : mover.translateObject(value);
    if (moved !== undefined) joined.set(key, moved);
  }
}
