import { PDFArray, PDFBool, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { entriesOf } from '../pdf-lib-internals.ts';
import { lookupArray, lookupDict } from '../read/lookup.ts';
import { decodeTextString, encodeTextString } from '../read/strings.ts';
import type { FileMover } from './file-mover.ts';
import { applyRules, renameFont } from './rules.ts';

/** Chooses a new name for a root field whose name is taken; called until `isTaken` returns false. */
export type RenameField = (name: string, copy: number) => string;

export const renameByNumber: RenameField = (name, copy) => `${name}#${copy}`;

const FIELDS = PDFName.of('Fields');
const RESOURCES = PDFName.of('DR');
const NEED_APPEARANCES = PDFName.of('NeedAppearances');
const NAME = PDFName.of('T');
const FONT = PDFName.of('Font');
const CALCULATION_ORDER = PDFName.of('CO');
/** Fields inherit these entries from the form (12.7.3.3). */
const FIELD_DEFAULTS = ['DA', 'Q'].map((key) => PDFName.of(key));
/** These entries come from the first input; /XFA and /SigFlags of one would be wrong for all. */
const APPEARANCE = PDFName.of('DA');

/** Joins the forms. Returns undefined if no input has one. */
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
    addResources(joined, form, mover);
    addDefaults(joined, form, mover);
    addFields(joined, form, mover, taken, rename);
    addCalculations(joined, form, mover);
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
    if (!(field instanceof PDFDict)) continue;
    const name = decodeTextString(field.lookup(NAME));
    const unique = name === undefined ? undefined : makeUnique(name, taken, rename);
    if (unique !== undefined) own.add(unique);
    const copy = copyField(field, form, unique === name ? undefined : unique);
    const moved = moveField(mover, entry, copy ?? field);
    if (moved !== undefined) target?.push(moved);
  }
  // Equal names within one input are left alone.
  for (const name of own) taken.add(name);
}

/** A field that is not an indirect object is not allowed (ISO 32000-1 12.7.2), but read. */
function moveField(mover: FileMover, entry: PDFObject, field: PDFDict): PDFObject | undefined {
  if (!(entry instanceof PDFRef)) return mover.translateObject(applyRules(field, mover.rules));
  mover.override(entry, field);
  return mover.translate(entry);
}

function makeUnique(name: string, taken: ReadonlySet<string>, rename: RenameField): string {
  if (!taken.has(name)) return name;
  let copy = 2;
  while (taken.has(rename(name, copy))) copy += 1;
  return rename(name, copy);
}

function copyField(field: PDFDict, form: PDFDict, name: string | undefined): PDFDict | undefined {
  const entries = new Map(entriesOf(field));
  const { size } = entries;
  if (name !== undefined) entries.set(NAME, encodeTextString(name));
  for (const key of FIELD_DEFAULTS) {
    const value = form.lookup(key);
    if (value !== undefined && !field.has(key)) entries.set(key, value);
  }
  const isSame = name === undefined && entries.size === size;
  return isSame ? undefined : PDFDict.fromMapWithContext(entries, field.context);
}

function addCalculations(joined: PDFDict, form: PDFDict, mover: FileMover): void {
  const fields = lookupArray(form, 'CO')?.asArray() ?? [];
  if (fields.length === 0) return;
  const order = lookupArray(joined, 'CO') ?? PDFArray.withContext(joined.context);
  joined.set(CALCULATION_ORDER, order);
  for (const field of fields) {
    const moved = mover.translateObject(field);
    if (moved !== undefined) order.push(moved);
  }
}

/** Fonts of a taken name are renamed, also in default appearances. */
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
  const fontNames = new Map<string, string>();
  for (const [name, object] of entriesOf(names)) {
    const moved = mover.translateObject(object);
    if (moved === undefined) continue;
    const isTaken = group.has(name) && String(group.get(name)) !== String(moved);
    const chosen = isTaken && category === FONT ? freeName(name, [group, names]) : name;
    if (chosen !== name) fontNames.set(spellingOf(name), spellingOf(chosen));
    if (!group.has(chosen)) group.set(chosen, moved);
  }
  if (fontNames.size > 0) mover.follow({ ...mover.rules, fontNames });
}

function freeName(name: PDFName, groups: readonly PDFDict[]): PDFName {
  for (let copy = 2; ; copy += 1) {
    const free = PDFName.of(`${name.decodeText()}_${copy}`);
    if (!groups.some((group) => group.has(free))) return free;
  }
}

function spellingOf(name: PDFName): string {
  return name.asString().slice(1);
}

function addDefaults(joined: PDFDict, form: PDFDict, mover: FileMover): void {
  if (form.lookup(NEED_APPEARANCES) === PDFBool.True) joined.set(NEED_APPEARANCES, PDFBool.True);
  const value = form.lookup(APPEARANCE);
  if (value === undefined || joined.has(APPEARANCE)) return;
  joined.set(APPEARANCE, renameFont(value, mover.rules) ?? value);
}
