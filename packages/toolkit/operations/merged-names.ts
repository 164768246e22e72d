/** [D3-38] [D3-39]: a shared name becomes `name#2`, a shared group index a free one. */

import { findAttribute, parseNameSegment } from '@countersign/forms/attributes';
import {
  decodeTextString,
  encodeTextString,
  lookupArray,
  lookupDict,
  MERGED_FIELD_KEYS,
  type PdfFile,
  type RawDict,
  rawText,
  requireFieldCount,
} from '@countersign/pdf';
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import type { MergeReport } from '../reports.ts';

interface GroupIndex {
  readonly group: string;
  readonly index: number;
}

export class MergedNames {
  readonly #roots = new Set<string>();
  /**
   * The last number by name: all smaller ones are taken, as names stay. A search from 2 for each of many
   * inputs would be quadratic.
   */
  readonly #numbers = new Map<string, number>();
  readonly #indices = new Map<string, Set<number>>();

  /** Returns the new name of each segment, changed or not. */
  addInput(
    segments: readonly string[],
    roots: readonly string[],
  ): (segment: string, isRoot: boolean) => string {
    const renumber = this.#renumbering(segments);
    const rootNames = this.#distinguish(new Map(roots.map((root) => [root, renumber(root)])));
    for (const name of rootNames.values()) this.#roots.add(name);
    return (segment, isRoot) => (isRoot ? rootNames.get(segment) : undefined) ?? renumber(segment);
  }

  /** Takes no number that an earlier input has, or another field of this one. */
  #distinguish(names: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    const own = new Set(names.values());
    const chosen = new Map(names);
    for (const [root, name] of names) {
      if (!this.#roots.has(name)) continue;
      const distinct = this.#addNumber(name, own);
      own.add(distinct);
      chosen.set(root, distinct);
    }
    return chosen;
  }

  /** The first that is not taken, at the label, before the attributes. */
  #addNumber(name: string, own: ReadonlySet<string>): string {
    const [label = '', ...attributes] = name.split('|');
    for (let number = this.#numbers.get(name) ?? 2; ; number++) {
      const distinct = [`${label}#${number}`, ...attributes].join('|');
      if (this.#roots.has(distinct) || own.has(distinct)) continue;
      this.#numbers.set(name, number + 1);
      return distinct;
    }
  }

  #renumbering(segments: readonly string[]): (segment: string) => string {
    const chosen = new Map<string, number>();
    const own = segments.flatMap((segment) =>
      segment.includes('|') ? segment.split('|').slice(1).flatMap(groupIndexOf) : [],
    );
    if (own.length === 0) return (segment) => segment;
    for (const group of new Set(own.map((member) => member.group))) {
      const indices = new Set(own.filter((member) => member.group === group).map(({ index }) => index));
      for (const [from, to] of this.#chooseIndices(group, indices)) chosen.set(`${group} ${from}`, to);
    }
    return (segment) =>
      segment
        .split('|')
        .map((part, index) => renumberPart(part, index, chosen))
        .join('|');
  }

  /** The next free number if an earlier input has it. */
  #chooseIndices(group: string, own: ReadonlySet<number>): Map<number, number> {
    const used = this.#indices.get(group) ?? new Set();
    let next = Math.max(0, ...used, ...own) + 1;
    const chosen = new Map<number, number>();
    for (const index of own) chosen.set(index, used.has(index) ? next++ : index);
    this.#indices.set(group, new Set([...used, ...chosen.values()]));
    return chosen;
  }
}

function groupIndexOf(part: string): GroupIndex[] {
  const attribute = parseNameSegment(`|${part}`).attributes[0];
  const group = attribute === undefined ? undefined : findAttribute(attribute.name)?.group;
  return group === undefined || attribute?.index === undefined ? [] : [{ group, index: attribute.index }];
}

function renumberPart(part: string, index: number, chosen: ReadonlyMap<string, number>): string {
  const [member] = index === 0 ? [] : groupIndexOf(part);
  if (member === undefined) return part;
  return part.replace(/\[\d+\](\s*)$/, `[${chosen.get(`${member.group} ${member.index}`)}]$1`);
}

/** Longer chains are cyclic. */
const MAX_PARENTS = 32;
type FieldKey = 'T' | 'Kids' | 'Parent' | 'Subtype';

/** A dictionary of the field tree, which is read from its bytes if possible. */
class FieldEntries {
  /** Equal for the same dictionary. */
  readonly id: PDFRef | PDFDict;
  readonly #file: PdfFile;
  readonly #found: RawDict | PDFDict;

  private constructor(file: PdfFile, id: PDFRef | PDFDict, found: RawDict | PDFDict) {
    this.#file = file;
    this.id = id;
    this.#found = found;
  }

  /** Returns undefined if the item is not a dictionary. */
  static of(file: PdfFile, item: PDFObject | undefined): FieldEntries | undefined {
    const walked = item instanceof PDFRef ? file.walkDict(item, MERGED_FIELD_KEYS) : undefined;
    if (walked !== undefined) return new FieldEntries(file, item as PDFRef, walked);
    const dict = file.context.lookup(item);
    return dict instanceof PDFDict
      ? new FieldEntries(file, item instanceof PDFRef ? item : dict, dict)
      : undefined;
  }

  get isWidget(): boolean {
    return this.#lookup('Subtype') === WIDGET;
  }

  get name(): string | undefined {
    const raw = this.#found instanceof PDFDict ? undefined : this.#found.get('T');
    return rawText(raw) ?? decodeTextString(this.#lookup('T'));
  }

  get parent(): FieldEntries | undefined {
    return FieldEntries.of(this.#file, this.#get('Parent'));
  }

  get kids(): readonly FieldEntries[] {
    return entriesOf(this.#file, this.#lookup('Kids'));
  }

  setName(name: string): void {
    const value = encodeTextString(name);
    if (this.#found instanceof PDFDict) this.#found.set(T, value);
    else if (this.id instanceof PDFRef) this.#file.setEntry(this.id, T, value, this.#found);
  }

  #get(key: FieldKey): PDFObject | undefined {
    const found = this.#found;
    return found instanceof PDFDict
      ? found.get(PDFName.of(key))
      : this.#file.parseEntry(found, found.indexOf(key));
  }

  #lookup(key: FieldKey): PDFObject | undefined {
    return this.#file.context.lookup(this.#get(key));
  }
}

const T = PDFName.of('T');
const WIDGET = PDFName.of('Widget');

function entriesOf(file: PdfFile, list: PDFObject | undefined): FieldEntries[] {
  const items = list instanceof PDFArray ? list.asArray() : [];
  return items.flatMap((item) => FieldEntries.of(file, item) ?? []);
}

/** The topmost ones of widgets on the pages, each once, without `listed`. */
function findUnlistedFields(file: PdfFile, listed: readonly FieldEntries[]): FieldEntries[] {
  const byId = new Map<PDFObject, FieldEntries>(listed.map((entries) => [entries.id, entries]));
  const known = new Set<PDFObject>(byId.keys());
  const visited = new Set<PDFObject>();
  const unlisted: FieldEntries[] = [];
  for (const page of file.pages()) {
    for (const item of page.annotationItems()) {
      if (visited.has(item)) continue;
      visited.add(item);
      // A listed widget may have a parent that is not listed.
      const top = topOf(byId.get(item) ?? FieldEntries.of(file, item));
      if (top === undefined || known.has(top.id)) continue;
      known.add(top.id);
      unlisted.push(top);
    }
  }
  return unlisted;
}

function topOf(annotation: FieldEntries | undefined): FieldEntries | undefined {
  if (annotation?.isWidget !== true) return undefined;
  let top = annotation;
  for (let level = 0; level < MAX_PARENTS; level++) {
    const { parent } = top;
    if (parent === undefined) return top;
    top = parent;
  }
  return undefined;
}

type RenamedField = MergeReport['renamedFields'][number];

interface NamedNode {
  readonly entries: FieldEntries;
  readonly segment: string;
  readonly isRoot: boolean;
  /** The path is the qualified name before renaming. */
  readonly path: string;
}

/** Renames the fields of an input in its bytes if possible. Returns what was renamed. */
export function renameFields(file: PdfFile, input: number, names: MergedNames): RenamedField[] {
  const nodes = listNamedNodes(rootFields(file));
  const roots = nodes.filter(({ isRoot }) => isRoot).map(({ segment }) => segment);
  const segments = nodes.map(({ segment }) => segment);
  const rename = names.addInput(segments, roots);
  return nodes.flatMap(({ entries, segment, isRoot, path }) => {
    const name = rename(segment, isRoot);
    if (name === segment) return [];
    entries.setName(name);
    return [{ input, from: path, to: path.slice(0, path.length - segment.length) + name }];
  });
}

/** Lists the nodes below the root fields, each once, in spite of cycles. */
function listNamedNodes(roots: readonly FieldEntries[]): NamedNode[] {
  const seen = new Set<PDFObject>();
  const waiting = roots.map((entries) => ({ entries, prefix: '', isRoot: true })).reverse();
  const nodes: NamedNode[] = [];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { entries, prefix, isRoot } = next;
    if (seen.has(entries.id)) continue;
    seen.add(entries.id);
    requireFieldCount(seen.size);
    const segment = entries.name;
    const path =
      segment === undefined || segment === '' ? prefix : prefix === '' ? segment : `${prefix}.${segment}`;
    if (segment !== undefined) nodes.push({ entries, segment, isRoot, path });
    for (const kid of entries.kids) waiting.push({ entries: kid, prefix: path, isRoot: false });
  }
  return nodes;
}

/** Adds the fields of unlisted widgets, which readers find on the pages. */
function rootFields(file: PdfFile): FieldEntries[] {
  const form = lookupDict(file.catalog, 'AcroForm');
  const listed = form === undefined ? [] : entriesOf(file, lookupArray(form, 'Fields'));
  return [...listed, ...findUnlistedFields(file, listed)];
}
