import { requireFieldCount, requireFieldDepth } from '@countersign/pdf';
import { PDFArray, type PDFObject } from 'pdf-lib';
import { Key } from './dict-reading.ts';
import {
  type FieldDict,
  type FieldDicts,
  FieldNode,
  type FieldWarning,
  NO_DICTS,
  readPartialName,
} from './field-dict.ts';
import { findTop, listParents } from './inherited-entries.ts';

export interface FieldTree {
  /** Inner nodes are included. */
  readonly nodes: readonly FieldNode[];
  readonly widgets: readonly FieldDict[];
}

interface Step {
  readonly dict: FieldDict;
  /** The nearest named field above; undefined at the root. */
  readonly owner: FieldNode | undefined;
  /** Nearest first, nameless nodes included. */
  readonly ancestors: readonly FieldDict[];
}

/** ISO 32000-1 12.7.3.1, once per dictionary, so cycles and shared kids end. */
export function walkFieldTree(dicts: FieldDicts, roots: readonly PDFObject[]): FieldTree {
  const walk = new TreeWalk(dicts);
  walk.walk(roots);
  return walk;
}

/** Every field of a cycle is read once. */
export const FIELDS_IN_CIRCLE: FieldWarning = {
  code: 'field_tree_in_circle',
  message: 'The field is one of its own parents, so its name may be wrong.',
};

const NO_KIDS: readonly PDFObject[] = [];

class TreeWalk implements FieldTree {
  readonly #dicts: FieldDicts;
  readonly nodes: FieldNode[] = [];
  readonly widgets: FieldDict[] = [];
  #count = 0;
  /** Shared lists are walked once; otherwise a few bytes would cost minutes. */
  readonly #walked = new Set<PDFArray>();
  readonly #stack: Step[] = [];
  /** The dictionaries whose /Parent chain is a cycle. */
  readonly #looped: FieldDict[] = [];

  constructor(dicts: FieldDicts) {
    this.#dicts = dicts;
  }

  walk(roots: readonly PDFObject[]): void {
    requireFieldCount(roots.length);
    const climbed: FieldDict[] = [];
    for (const root of roots) {
      const top = this.#climb(root, climbed);
      if (top !== undefined) this.#visit(top, undefined, NO_DICTS);
      this.#run();
    }
    for (const dict of climbed) if (!dict.isReached) this.#visitUnreached(dict);
    for (const dict of this.#looped) dict.node?.warn(FIELDS_IN_CIRCLE);
  }

  #run(): void {
    for (let step = this.#stack.pop(); step !== undefined; step = this.#stack.pop()) {
      this.#visit(step.dict, step.owner, step.ancestors);
    }
  }

  /** Some writers list kids in /Fields; names and types need the whole /Parent chain. */
  #climb(root: PDFObject, climbed: FieldDict[]): FieldDict | undefined {
    const dict = this.#dicts.at(root);
    const top = dict && findTop(dict);
    if (dict !== undefined && top === undefined && dict.has(Key.Parent)) this.#looped.push(dict);
    if (dict !== undefined && top !== undefined) climbed.push(dict);
    return top ?? dict;
  }

  /** The parent does not list it. */
  #visitUnreached(dict: FieldDict): void {
    const chain = [dict, ...listParents(dict)];
    for (const [level, at] of [...chain.entries()].reverse()) {
      if (at !== dict && readPartialName(at) === undefined) continue;
      const ancestors = chain.slice(level + 1);
      this.#visit(at, ancestors.find(({ node }) => node !== undefined)?.node, ancestors);
      this.#run();
    }
  }

  #push(
    dicts: readonly (FieldDict | undefined)[],
    owner: FieldNode | undefined,
    ancestors: readonly FieldDict[],
  ): void {
    requireFieldCount(this.#stack.length + dicts.length);
    // The last one pushed is visited first.
    for (let index = dicts.length - 1; index >= 0; index--) {
      const dict = dicts[index];
      if (dict !== undefined) this.#stack.push({ dict, owner, ancestors });
    }
  }

  #visit(dict: FieldDict, owner: FieldNode | undefined, ancestors: readonly FieldDict[]): void {
    if (dict.isReached) {
      if (ancestors.includes(dict)) owner?.warn(FIELDS_IN_CIRCLE);
      return;
    }
    this.#count += 1;
    requireFieldCount(this.#count);
    dict.isReached = true;
    const kids = this.#takeKids(dict);
    if (owner !== undefined && readPartialName(dict) === undefined) {
      this.#visitNameless(dict, owner, ancestors, kids);
    } else {
      this.#visitNamed(dict, owner, ancestors, kids);
    }
  }

  #takeKids(dict: FieldDict): readonly PDFObject[] {
    const kids = dict.entry(Key.Kids);
    if (!(kids instanceof PDFArray) || this.#walked.has(kids)) return NO_KIDS;
    this.#walked.add(kids);
    return kids.asArray();
  }

  /** Another widget of the same field (12.7.3.2), or a level that only groups. */
  #visitNameless(
    at: FieldDict,
    owner: FieldNode,
    ancestors: readonly FieldDict[],
    kids: readonly PDFObject[],
  ): void {
    if (kids.length === 0 || isWidget(at)) this.#addWidget(owner, at);
    this.#descend(at, owner, ancestors, kids);
  }

  #visitNamed(
    at: FieldDict,
    owner: FieldNode | undefined,
    ancestors: readonly FieldDict[],
    kids: readonly PDFObject[],
  ): void {
    const node = new FieldNode(at, owner, ancestors);
    if (owner) owner.hasNamedKids = true;
    at.node = node;
    this.nodes.push(node);
    if (kids.length === 0 && isWidget(at)) this.#addWidget(node, at);
    this.#descend(at, node, ancestors, kids);
  }

  #descend(
    dict: FieldDict,
    owner: FieldNode,
    ancestors: readonly FieldDict[],
    kids: readonly PDFObject[],
  ): void {
    if (kids.length === 0) return;
    requireFieldDepth(ancestors.length + 1);
    this.#pushKids(kids, owner, [dict, ...ancestors]);
  }

  /** Pushes the kids before they are read. */
  #pushKids(kids: readonly PDFObject[], owner: FieldNode, ancestors: readonly FieldDict[]): void {
    requireFieldCount(this.#stack.length + kids.length);
    this.#push(
      kids.map((kid) => this.#dicts.at(kid)),
      owner,
      ancestors,
    );
  }

  #addWidget(node: FieldNode, at: FieldDict): void {
    node.addWidget(at);
    this.widgets.push(at);
  }
}

/** Some writers leave out /Subtype; a rectangle is enough. */
function isWidget(dict: FieldDict): boolean {
  return dict.isWidget || dict.has(Key.Rect);
}
