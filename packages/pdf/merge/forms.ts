import { PDFArray, PDFBool, PDFDict, PDFName } from 'pdf-lib';
import { entriesOf } from '../pdf-lib-internals.ts';
import { lookupArray, lookupDict } from '../read/lookup.ts';
import type { FileMover } from './file-mover.ts';
import { type RenameField, RootFields } from './root-fields.ts';
import { renameFont } from './rules.ts';

const FIELDS = PDFName.of('Fields');
const RESOURCES = PDFName.of('DR');
const NEED_APPEARANCES = PDFName.of('NeedAppearances');
const FONT = PDFName.of('Font');
const CALCULATION_ORDER = PDFName.of('CO');
/** These entries come from the first input; /XFA and /SigFlags of one would be wrong for all. */
const APPEARANCE = PDFName.of('DA');

/** Joins the forms. Returns undefined if no input has one. */
export function mergeForms(
  movers: readonly FileMover[],
  rename: RenameField | 'distinct',
): PDFDict | undefined {
  const forms = movers.flatMap((mover) => {
    const form = lookupDict(mover.file.catalog, 'AcroForm');
    return form === undefined ? [] : [{ mover, form }];
  });
  const first = forms[0];
  if (first === undefined) return undefined;
  const joined = PDFDict.withContext(first.form.context);
  const fields = PDFArray.withContext(first.form.context);
  joined.set(FIELDS, fields);
  const roots = new RootFields(rename);
  for (const { mover, form } of forms) {
    addResources(joined, form, mover);
    addDefaults(joined, form, mover);
    for (const field of roots.move(form, mover)) fields.push(field);
    addCalculations(joined, form, mover);
  }
  return joined;
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
