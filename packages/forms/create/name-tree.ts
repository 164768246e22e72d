import { encodeTextString, requireFieldDepth } from '@countersign/pdf';
import { PDFArray, type PDFDict, type PDFObject, type PDFRef } from 'pdf-lib';
import { FormError } from '../errors.ts';
import { Key, readArray, readEntry } from '../fields/dict-reading.ts';
import type { FieldNode } from '../fields/field-dict.ts';
import type { Form } from '../fields/form.ts';
import { readInherited } from '../fields/inherited-entries.ts';

/** A level above new fields. */
interface Level {
  readonly ref: PDFRef;
  readonly dict: PDFDict;
  /** The new nodes, the lowest first. */
  readonly added: PDFRef[];
}

/** The parent of a new field, and the last part of its name. */
export interface NamePlace {
  readonly parent: Level | undefined;
  readonly partialName: string;
}

/**
 * Fully qualified names of a form with those to be added (ISO 32000-1 12.7.3.2). Names are claimed before anything is
 * written.
 */
export class NameTree {
  readonly #existing: ReadonlyMap<string, FieldNode>;
  readonly #claimed = new Set<string>();
  /** Of fields that were claimed; no field may have such a name. */
  readonly #parents = new Set<string>();
  readonly #levels = new Map<string, Level>();
  readonly #roots: PDFRef[] = [];

  constructor({ tree, nodes }: Form) {
    const named = [...tree.nodes, ...nodes.map(({ node }) => node)].map((node) => [node.name, node] as const);
    this.#existing = new Map(named);
  }

  /** Throws `field_name_taken` and `field_name_invalid`. */
  claim(name: string): void {
    const parts = name.split('.');
    if (parts.some((part) => part === ''))
      throw new FormError('field_name_invalid', 'each part of its name needs a character', { field: name });
    if (!isStorable(name))
      throw new FormError('field_name_invalid', 'its name has half a character or a null character', {
        field: name,
      });
    requireFieldDepth(parts.length);
    if (this.#existing.has(name) || this.#parents.has(name)) throw taken(name, name);
    for (const parent of parentNames(parts)) {
      const node = this.#existing.get(parent);
      if (this.#claimed.has(parent) || (node && !isGroup(node))) throw taken(name, parent);
      this.#parents.add(parent);
    }
    if (this.#claimed.has(name)) throw taken(name, name);
    this.#claimed.add(name);
  }

  /** Creates the missing levels above a claimed name. */
  placeOf(name: string, acroForm: PDFDict): NamePlace {
    const at = name.lastIndexOf('.');
    if (at < 0) return { parent: undefined, partialName: name };
    return { parent: this.#levelOf(name.slice(0, at), acroForm), partialName: name.slice(at + 1) };
  }

  add({ parent }: NamePlace, field: PDFRef): void {
    (parent?.added ?? this.#roots).push(field);
  }

  /** Lists what was added in /Kids and /Fields, each of which is written once. */
  finish(acroForm: PDFDict): void {
    for (const { dict, added } of this.#levels.values()) extendList(dict, Key.Kids, added);
    extendList(acroForm, Key.Fields, this.#roots);
  }

  #levelOf(name: string, acroForm: PDFDict): Level {
    const known = this.#levels.get(name);
    if (known !== undefined) return known;
    const level = this.#openLevel(name, acroForm);
    this.#levels.set(name, level);
    return level;
  }

  #openLevel(name: string, acroForm: PDFDict): Level {
    const existing = this.#existing.get(name);
    if (existing?.ref !== undefined) return { ref: existing.ref, dict: existing.dict, added: [] };
    const { context } = acroForm;
    if (existing !== undefined)
      return { ref: nameDirect(existing, acroForm), dict: existing.dict, added: [] };
    const place = this.placeOf(name, acroForm);
    const dict = context.obj({ T: encodeTextString(place.partialName) });
    if (place.parent) dict.set(Key.Parent, place.parent.ref);
    const ref = context.register(dict);
    this.add(place, ref);
    return { ref, dict, added: [] };
  }
}

/** Half of a surrogate pair has no encoding, and some readers end texts at a null character. */
function isStorable(name: string): boolean {
  return !/[\p{Cs}\0]/u.test(name);
}

function taken(name: string, by: string): FormError {
  const reason = by === name ? 'the form has a field of this name' : `the form has a field named "${by}"`;
  return new FormError('field_name_taken', reason, { field: name, taken: by });
}

function parentNames(parts: readonly string[]): string[] {
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'));
}

/** Only a part of names, not a field with a value. */
function isGroup(node: FieldNode): boolean {
  if (node.widgets.length > 0) return false;
  return node.hasNamedKids || readInherited(node, Key.FT) === undefined;
}

/** An object within its list; kids need a reference to it. */
function nameDirect({ dict, ancestors }: FieldNode, acroForm: PDFDict): PDFRef {
  const owner = ancestors[0]?.dict ?? acroForm;
  const list = readArray(owner, ancestors[0] ? Key.Kids : Key.Fields);
  const ref = acroForm.context.register(dict);
  const at = list?.asArray().indexOf(dict) ?? -1;
  if (list && at >= 0) list.set(at, ref);
  return ref;
}

/** In a new list, as the old one may be shared. */
function extendList(owner: PDFDict, key: typeof Key.Kids, added: readonly PDFObject[]): void {
  const old = readEntry(owner, key);
  if (added.length === 0 && old instanceof PDFArray) return;
  const items = old instanceof PDFArray ? old.asArray() : [];
  const list = PDFArray.withContext(owner.context);
  for (const item of [...items, ...added]) list.push(item);
  owner.set(key, list);
}
