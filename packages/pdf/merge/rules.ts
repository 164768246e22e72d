import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
} from 'pdf-lib';
import { entriesOf } from '../pdf-lib-internals.ts';
import { latin1 } from '../read/characters.ts';
import { LazyRawStream } from '../read/streams.ts';
import { stringBytes } from '../read/strings.ts';

/** The mark of UTF-16BE, in Latin-1. */
const BYTE_ORDER_MARK = '\xfe\xff';

export function byteKey(object: PDFObject | undefined): string | undefined {
  const bytes = stringBytes(object);
  return bytes === undefined ? undefined : latin1(bytes);
}

export function byteString(key: string): PDFHexString {
  return PDFHexString.of(Buffer.from(key, 'latin1').toString('hex').toUpperCase());
}

/** `name#2` for names in `taken`, which gets all resulting names. */
export function renameTaken(own: Iterable<string>, taken: Set<string>): Map<string, string> {
  const names = new Set(own);
  const renamed = new Map<string, string>();
  for (const name of names) {
    if (!taken.has(name)) continue;
    let copy = 2;
    while (taken.has(number(name, copy)) || names.has(number(name, copy))) copy += 1;
    renamed.set(name, number(name, copy));
  }
  for (const name of names) taken.add(renamed.get(name) ?? name);
  return renamed;
}

/** Adds the number in UTF-16 if the name is in UTF-16. */
function number(name: string, copy: number): string {
  const suffix = `#${copy}`;
  return name + (name.startsWith(BYTE_ORDER_MARK) ? suffix.replace(/./g, '\0$&') : suffix);
}

/** What renaming and renumbering require. */
export interface MoveRules {
  readonly context: PDFContext;
  readonly destinationStrings: ReadonlyMap<string, string>;
  /** The new names of PDF 1.1 destinations (ISO 32000-1 12.3.2.3). */
  readonly destinationNames: ReadonlyMap<PDFName, PDFName>;
  readonly elementIds: ReadonlyMap<string, string>;
  readonly fontNames: ReadonlyMap<string, string>;
  /** If this returns undefined, the key is removed. */
  readonly structParent: (key: number) => number | undefined;
  readonly dropsStructure: boolean;
  readonly pageAt: (index: number) => PDFRef | undefined;
}

export function noRules(context: PDFContext): MoveRules {
  return {
    context,
    destinationStrings: new Map(),
    destinationNames: new Map(),
    elementIds: new Map(),
    fontNames: new Map(),
    structParent: (key) => key,
    dropsStructure: false,
    pageAt: () => undefined,
  };
}

const NAME = (key: string) => PDFName.of(key);
const DEST = NAME('Dest');
const D = NAME('D');
const S = NAME('S');
const DA = NAME('DA');
const P = NAME('P');
const GO_TO = NAME('GoTo');
const ID = NAME('ID');
const HEADERS = NAME('Headers');
const STRUCT_PARENT_KEYS = new Set([NAME('StructParent'), NAME('StructParents')]);
/** Outline items and GoTo actions have these keys (12.3.3, PDF 2.0 12.6.4.2). */
const ELEMENT_KEYS = new Set([NAME('SE'), NAME('SD')]);

/** The font is the operand before a size and `Tf`. */
const FONT_CHOICE = /(?<=\/)[^\s/()<>[\]{}%]+(?=\s+[\d.+-]+\s+Tf\b)/g;

/** The object itself if nothing changes. */
export function applyRules(object: PDFObject, rules: MoveRules): PDFObject {
  if (object instanceof PDFDict) return applyToDict(object, rules);
  if (object instanceof PDFArray) return applyToArray(object, rules);
  if (!(object instanceof LazyRawStream) || !object.isUntouched) return object;
  const dict = applyToDict(object.dict, rules);
  return dict === object.dict ? object : object.withDict(dict);
}

function applyToDict(dict: PDFDict, rules: MoveRules): PDFDict {
  let changed: Map<PDFName, PDFObject> | undefined;
  for (const [key, value] of entriesOf(dict)) {
    const moved = applyToEntry(dict, key, value, rules);
    if (moved === value) continue;
    changed ??= new Map(entriesOf(dict));
    if (moved === undefined) changed.delete(key);
    else changed.set(key, moved);
  }
  return changed === undefined ? dict : PDFDict.fromMapWithContext(changed, dict.context);
}

function applyToArray(array: PDFArray, rules: MoveRules): PDFArray {
  let changed: PDFArray | undefined;
  const items = array.asArray();
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index] as PDFObject;
    const moved = item instanceof PDFDict || item instanceof PDFArray ? applyRules(item, rules) : item;
    if (moved === item) continue;
    changed ??= copyArray(rules.context, items);
    changed.set(index, moved);
  }
  return changed ?? array;
}

function applyToEntry(
  dict: PDFDict,
  key: PDFName,
  value: PDFObject,
  rules: MoveRules,
): PDFObject | undefined {
  if (key === DEST || (key === D && dict.lookup(S) === GO_TO)) return moveDestination(dict, value, rules);
  if (key === DA && rules.fontNames.size > 0) return renameFont(dict.lookup(key), rules) ?? value;
  if (STRUCT_PARENT_KEYS.has(key)) return moveStructParent(dict.lookup(key), rules);
  if (rules.dropsStructure && ELEMENT_KEYS.has(key)) return undefined;
  if (rules.elementIds.size > 0 && key === ID && dict.has(S) && dict.has(P)) return renameId(value, rules);
  if (rules.elementIds.size > 0 && key === HEADERS && value instanceof PDFArray) {
    return copyArray(
      rules.context,
      value.asArray().map((id) => renameId(id, rules)),
    );
  }
  return value instanceof PDFDict || value instanceof PDFArray ? applyRules(value, rules) : value;
}

/** Renames fonts in a default appearance (12.7.3.3). Returns undefined if nothing changed. */
export function renameFont(value: PDFObject | undefined, rules: MoveRules): PDFObject | undefined {
  const appearance = byteKey(value);
  const renamed = appearance?.replace(FONT_CHOICE, (name) => rules.fontNames.get(name) ?? name);
  return renamed === undefined || renamed === appearance ? undefined : byteString(renamed);
}

/** A name of either kind, or an array. */
export function moveDestination(owner: PDFDict, value: PDFObject, rules: MoveRules): PDFObject {
  const found = owner.context.lookup(value);
  if (found instanceof PDFName) return rules.destinationNames.get(found) ?? value;
  if (found instanceof PDFArray) return namePage(found, rules) ?? value;
  const renamed = rules.destinationStrings.get(byteKey(found) ?? '');
  return renamed === undefined ? value : byteString(renamed);
}

/** For remote destinations only (12.3.2.2), but they occur locally. */
function namePage(destination: PDFArray, rules: MoveRules): PDFArray | undefined {
  const [page, ...rest] = destination.asArray();
  const ref = page instanceof PDFNumber ? rules.pageAt(page.asNumber()) : undefined;
  return ref === undefined ? undefined : copyArray(rules.context, [ref, ...rest]);
}

function moveStructParent(value: PDFObject | undefined, rules: MoveRules): PDFObject | undefined {
  const key = value instanceof PDFNumber ? rules.structParent(value.asNumber()) : undefined;
  return key === undefined ? undefined : PDFNumber.of(key);
}

function renameId(value: PDFObject, rules: MoveRules): PDFObject {
  const renamed = value instanceof PDFRef ? undefined : rules.elementIds.get(byteKey(value) ?? '');
  return renamed === undefined ? value : byteString(renamed);
}

function copyArray(context: PDFContext, items: readonly PDFObject[]): PDFArray {
  const copy = PDFArray.withContext(context);
  for (const item of items) copy.push(item);
  return copy;
}
