/** [D3-38] [D3-39]: a shared name becomes `name#2`, a shared group index a free one. */

import { findAttribute, parseNameSegment } from '@countersign/forms/attributes';

interface GroupIndex {
  readonly group: string;
  readonly index: number;
}

/** A field to be named, by the last part of its qualified name. */
export interface NamedField {
  readonly segment: string;
  readonly isRoot: boolean;
}

/** What is known of the name of a root field. */
interface RootName {
  /** The input that has it. */
  readonly input: number;
  /** All smaller numbers are taken: a search from 2 for each of many inputs would be quadratic. */
  nextNumber: number;
  /** The last input that wanted it too, and what that input has instead. */
  renamedInput: number;
  renamed: string;
}

export class MergedNames {
  readonly #roots = new Map<string, RootName>();
  readonly #indices = new Map<string, Set<number>>();
  #input = 0;

  /** Returns the new segment of each field, changed or not. Equal names of an input stay equal. */
  addInput(fields: readonly NamedField[]): string[] {
    this.#input += 1;
    const renumber = this.#renumbering(fields.map(({ segment }) => segment));
    const segments = fields.map(({ segment, isRoot }) => {
      const renumbered = renumber(segment);
      if (isRoot && !this.#roots.has(renumbered)) this.#add(renumbered);
      return renumbered;
    });
    return segments.map((segment, index) => (fields[index]?.isRoot ? this.#distinguish(segment) : segment));
  }

  #add(root: string): void {
    this.#roots.set(root, { input: this.#input, nextNumber: 2, renamedInput: 0, renamed: '' });
  }

  #distinguish(root: string): string {
    const known = this.#roots.get(root);
    if (known === undefined || known.input === this.#input) return root;
    if (known.renamedInput !== this.#input) {
      known.renamed = this.#addNumber(root, known);
      known.renamedInput = this.#input;
    }
    return known.renamed;
  }

  /**
   * Adds the first number that no earlier input has, or another field of this one. It is at the label, before the
   * attributes.
   */
  #addNumber(root: string, known: RootName): string {
    const labelEnd = root.includes('|') ? root.indexOf('|') : root.length;
    for (;;) {
      const numbered = `${root.slice(0, labelEnd)}#${known.nextNumber}${root.slice(labelEnd)}`;
      known.nextNumber += 1;
      if (this.#roots.has(numbered)) continue;
      this.#add(numbered);
      return numbered;
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
