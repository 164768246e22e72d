import { PDFDict, PDFHexString, PDFName, PDFNumber, type PDFObject, PDFRef, PDFString } from 'pdf-lib';
import type { SetEntry } from '../lazy-object-map.ts';
import { entriesOf } from '../pdf-lib-internals.ts';
import type { RawDict } from '../read/dict-walker.ts';
import { FIELD_INDEX } from '../read/field-walks.ts';
import { lookupArray } from '../read/lookup.ts';
import { type RawValue, rawText } from '../read/raw-value.ts';
import { decodeTextString, encodeTextString } from '../read/strings.ts';
import type { BodyEdit } from './byte-mover.ts';
import type { FileMover } from './file-mover.ts';
import { applyRules } from './rules.ts';

/** Chooses a new name for a root field whose name is taken; called until `isTaken` returns false. */
export type RenameField = (name: string, copy: number) => string;

export const renameByNumber: RenameField = (name, copy) => `${name}#${copy}`;

const NAME = PDFName.of('T');
/** Fields inherit these entries from the form (12.7.3.3). */
const FORM_DEFAULTS = ['DA', 'Q'] as const;

const NO_ENTRIES: readonly SetEntry[] = [];
const NO_EDITS: readonly BodyEdit[] = [];

/** An entry of the form that its fields inherit, with its index in `FIELD_KEYS`. */
interface Default extends SetEntry {
  readonly index: number;
}

/** Moves the root fields of the inputs, and renames those whose name an earlier input has, unless they are distinct. */
export class RootFields {
  readonly #names: UniqueNames | undefined;

  constructor(rename: RenameField | 'distinct') {
    this.#names = rename === 'distinct' ? undefined : new UniqueNames(rename);
  }

  move(form: PDFDict, mover: FileMover): PDFObject[] {
    const defaults = listDefaults(form);
    // The font that they choose may be renamed.
    const isCopying = mover.rules.fontNames.size === 0 && defaults.every(isSimple);
    const fields = lookupArray(form, 'Fields')?.asArray() ?? [];
    const moved: PDFObject[] = [];
    for (const field of fields) {
      const bytes =
        isCopying && field instanceof PDFRef ? this.#moveBytes(mover, field, defaults) : undefined;
      const target = bytes ?? this.#moveObject(mover, field, defaults);
      if (target !== undefined) moved.push(target);
    }
    this.#names?.endInput();
    return moved;
  }

  /** Edits the bytes of a field. Returns undefined if it has to be parsed. */
  #moveBytes(mover: FileMover, ref: PDFRef, defaults: readonly Default[]): PDFRef | undefined {
    const pending = mover.file.editsOf(ref)?.entries ?? NO_ENTRIES;
    const [renamed] = pending;
    if (pending.length > 1 || (renamed !== undefined && renamed.key !== NAME)) return undefined;
    if (!mover.canEditBytes(ref)) return undefined;
    const field = mover.file.walkUneditedField(ref);
    if (field === undefined || field.count(FIELD_INDEX.T) > 1) return undefined;
    const value = field.at(FIELD_INDEX.T);
    if (value !== undefined && value.kind !== 'string') return undefined;
    const given = renamed?.value;
    if (given !== undefined && !isString(given)) return undefined;
    const name = this.#names && (given === undefined ? rawText(value) : decodeTextString(given));
    const unique = name === undefined ? undefined : this.#names?.choose(name);
    const changed = unique === name || unique === undefined ? given : encodeTextString(unique);
    let edits = changed === undefined ? NO_EDITS : [replaceName(field, value, changed)];
    for (const inherited of defaults)
      if (field.startAt(inherited.index) === 0) edits = [...edits, insert(field, inherited)];
    return mover.moveEdited(ref, edits);
  }

  /** A field that is not an indirect object is not allowed (ISO 32000-1 12.7.2), but read. */
  #moveObject(mover: FileMover, entry: PDFObject, defaults: readonly Default[]): PDFObject | undefined {
    const field = mover.file.context.lookup(entry);
    if (!(field instanceof PDFDict)) return undefined;
    const name = decodeTextString(field.lookup(NAME));
    const unique = name === undefined ? undefined : this.#names?.choose(name);
    const copy = copyField(field, defaults, unique === name ? undefined : unique);
    if (!(entry instanceof PDFRef)) return mover.translateObject(applyRules(copy ?? field, mover.rules));
    mover.override(entry, copy ?? field);
    return mover.translate(entry);
  }
}

interface UsedName {
  /** The number of the input that has a field of this name. */
  input: number;
  /** The copy to try first for later inputs, so that merging many equal files takes linear time. */
  nextCopy: number;
}

/** Names are compared with those of earlier inputs: equal ones within an input are left alone. */
class UniqueNames {
  readonly #rename: RenameField;
  readonly #used = new Map<string, UsedName>();
  #input = 0;

  constructor(rename: RenameField) {
    this.#rename = rename;
  }

  choose(name: string): string {
    const used = this.#used.get(name);
    if (used === undefined) this.#used.set(name, { input: this.#input, nextCopy: 2 });
    return used === undefined || used.input === this.#input ? name : this.#renameTaken(name, used);
  }

  endInput(): void {
    this.#input += 1;
  }

  #renameTaken(name: string, used: UsedName): string {
    for (; ; used.nextCopy += 1) {
      const unique = this.#rename(name, used.nextCopy);
      const other = this.#used.get(unique);
      if (other === undefined) this.#used.set(unique, { input: this.#input, nextCopy: 2 });
      if (other === undefined || other.input === this.#input) return unique;
    }
  }
}

function listDefaults(form: PDFDict): Default[] {
  return FORM_DEFAULTS.flatMap((name) => {
    const key = PDFName.of(name);
    const value = form.lookup(key);
    return value === undefined ? [] : [{ index: FIELD_INDEX[name], key, value }];
  });
}

/** Whether the value has no reference to translate. */
function isSimple({ value }: Default): boolean {
  return isString(value) || value instanceof PDFNumber;
}

function isString(value: PDFObject): boolean {
  return value instanceof PDFString || value instanceof PDFHexString;
}

function replaceName(field: RawDict, old: RawValue | undefined, value: PDFObject): BodyEdit {
  if (old === undefined) return insert(field, { key: NAME, value });
  return { start: old.start - field.start, end: old.end - field.start, text: String(value) };
}

function insert(field: RawDict, { key, value }: SetEntry): BodyEdit {
  const end = field.end - field.start - '>>'.length;
  return { start: end, end, text: `${key} ${value}` };
}

function copyField(
  field: PDFDict,
  defaults: readonly Default[],
  name: string | undefined,
): PDFDict | undefined {
  const entries = new Map(entriesOf(field));
  const { size } = entries;
  if (name !== undefined) entries.set(NAME, encodeTextString(name));
  for (const { key, value } of defaults) if (!field.has(key)) entries.set(key, value);
  const isSame = name === undefined && entries.size === size;
  return isSame ? undefined : PDFDict.fromMapWithContext(entries, field.context);
}
