import { requireFieldCount, requireFieldDepth } from '@countersign/pdf';
import { PDFArray, type PDFDict, type PDFObject, type PDFRef } from 'pdf-lib';
import { readTextOrName } from './dict-reading.ts';
import type { FieldDict, FieldDicts } from './field-dict.ts';
import { findTop, listParents } from './field-parents.ts';
import type { FieldWarning } from './form-field.ts';
import { Key } from './keys.ts';

const NO_DICTS: readonly FieldDict[] = [];
const NO_WARNINGS: readonly FieldWarning[] = [];

/** One field dictionary with the widgets that show it. */
export class FieldNode {
  /** To read from; `dict` is to be changed. */
  readonly entries: FieldDict;
  /** Partial names joined by periods; empty when there are none. */
  readonly name: string;
  readonly partialName: string;
  /** Nearest first: where inherited entries come from. */
  readonly ancestors: readonly FieldDict[];
  widgets: readonly FieldDict[] = NO_DICTS;
  warnings: readonly FieldWarning[] = NO_WARNINGS;
  /** Whether fields of their own hang below: then, without a widget, this is only a part of their names. */
  hasNamedKids = false;

  /** The node of a field dictionary below `owner`. */
  constructor(entries: FieldDict, owner: FieldNode | undefined, ancestors: readonly FieldDict[]) {
    this.entries = entries;
    this.partialName = readPartialName(entries) ?? '';
    this.name = owner?.name ? `${owner.name}.${this.partialName}` : this.partialName;
    this.ancestors = ancestors;
  }

  get ref(): PDFRef | undefined {
    return this.entries.ref;
  }

  addWidget(widget: FieldDict): void {
    widget.isWidgetOfField = true;
    // Most have one, for which an array that is pushed to would hold seventeen places.
    if (this.widgets.length === 0) this.widgets = [widget];
    else (this.widgets as FieldDict[]).push(widget);
  }

  warn(warning: FieldWarning): void {
    if (!this.warnings.includes(warning)) this.warnings = [...this.warnings, warning];
  }

  get dict(): PDFDict {
    return this.entries.dict;
  }
}

/** What the walk has found, in the order of the tree. */
export interface FieldTree {
  /** The inner ones too. */
  readonly nodes: readonly FieldNode[];
  readonly widgets: readonly FieldDict[];
}

interface Step {
  readonly dict: FieldDict;
  /** The named field above; undefined at the root. */
  readonly owner: FieldNode | undefined;
  /** Nearest first, nameless nodes included. */
  readonly ancestors: readonly FieldDict[];
}

/** Walks /Fields and /Kids (ISO 32000-1 12.7.3.1) once per dictionary, so cycles and shared kids end. */
export function walkFieldTree(dicts: FieldDicts, roots: readonly PDFObject[]): FieldTree {
  const walk = new TreeWalk(dicts);
  walk.walk(roots);
  return walk;
}

/** /T when it is text, or a name in its place. */
export function readPartialName(dict: FieldDict): string | undefined {
  return readTextOrName(dict, Key.T);
}

/** Told of a field that is among its own parents or kids: every field of the circle is read once. */
export const FIELDS_IN_CIRCLE: FieldWarning = {
  code: 'field_tree_in_circle',
  message: 'The field belongs to a field that belongs to it; their names may not be what was meant.',
};

const NO_KIDS: readonly PDFObject[] = [];

class TreeWalk implements FieldTree {
  readonly #dicts: FieldDicts;
  readonly nodes: FieldNode[] = [];
  readonly widgets: FieldDict[] = [];
  /** Dictionaries that were visited. */
  #count = 0;
  /** A list that many fields share is walked once: walked for each, few bytes would cost minutes. */
  readonly #walked = new Set<PDFArray>();
  readonly #stack: Step[] = [];
  /** Roots whose /Parent leads round in a circle. */
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

  /** Some writers list kids in /Fields; their names and types are complete only from the top of their /Parent chain. */
  #climb(root: PDFObject, climbed: FieldDict[]): FieldDict | undefined {
    const dict = this.#dicts.at(root);
    const top = dict && findTop(dict);
    if (dict !== undefined && top === undefined && dict.has(Key.Parent)) this.#looped.push(dict);
    if (dict !== undefined && top !== undefined) climbed.push(dict);
    return top ?? dict;
  }

  /** A kid listed in /Fields that its own parent does not know, after the levels above that nobody knows either. */
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
    // Backwards, because the last one pushed is visited first.
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

  /** A kid without a name of its own is another look of the same field (12.7.3.2), or a level that only groups. */
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

  /** Counted before they are read. */
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

/** /Subtype says so; a rectangle says it too where a writer forgot. */
function isWidget(dict: FieldDict): boolean {
  return dict.saysWidget || dict.has(Key.Rect);
}
