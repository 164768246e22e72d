/** [D3-38] [D3-39]: a shared name becomes `name#2`, a shared group index a free one. */
import { findAttribute, parseNameSegment } from '@countersign/forms/attributes';

interface GroupIndex {
  readonly group: string;
  readonly index: number;
}

export class MergedNames {
  readonly #roots = new Set<string>();
  /** By name: all smaller numbers are taken, as names stay. A search from 2 for each of many inputs would be quadratic. */
  readonly #numbers = new Map<string, number>();
  readonly #indices = new Map<string, Set<number>>();

  /** Of each segment, changed or not. */
  addInput(
    segments: readonly string[],
    roots: readonly string[],
  ): (segment: string, isRoot: boolean) => string {
    const renumber = this.#renumbering(segments);
    const rootNames = this.#distinguish(new Map(roots.map((root) => [root, renumber(root)])));
    for (const name of rootNames.values()) this.#roots.add(name);
    return (segment, isRoot) => (isRoot ? rootNames.get(segment) : undefined) ?? renumber(segment);
  }

  /** No number that an earlier input has, or another field of this one. */
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
    const own = segments.flatMap((segment) => segment.split('|').slice(1).flatMap(groupIndexOf));
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
