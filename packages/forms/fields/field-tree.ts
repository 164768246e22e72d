import { PdfError } from '@countersign/pdf';
import { type PDFContext, PDFDict, type PDFObject, PDFRef } from 'pdf-lib';
import { asTextOrName, readArray, readEntry, readName, resolve } from './dict-reading.ts';
import type { FieldWarning } from './form-field.ts';
import { Key } from './keys.ts';
import { MAX_FIELD_DEPTH, MAX_FIELD_NODES } from './limits.ts';

/** A dictionary and, when it is an object of its own, its reference. */
export interface DictAt {
  readonly ref: PDFRef | undefined;
  readonly dict: PDFDict;
}

/** One field dictionary with the widgets that show it. */
export interface FieldNode extends DictAt {
  /** Partial names joined by periods; empty when there are none. */
  readonly name: string;
  readonly partialName: string;
  /** Nearest first: where inherited entries come from. */
  readonly ancestors: readonly PDFDict[];
  readonly widgets: DictAt[];
  readonly warnings: FieldWarning[];
  /** Whether fields of their own hang below: then, without a widget, this is only a part of their names. */
  hasNamedKids: boolean;
}

/** What the walk has found; `byDict` also holds the inner nodes. */
export interface FieldTree {
  readonly byDict: ReadonlyMap<PDFDict, FieldNode>;
  readonly widgetDicts: ReadonlySet<PDFDict>;
}

interface Step {
  readonly object: PDFObject;
  /** The named field above; undefined at the root. */
  readonly owner: FieldNode | undefined;
  /** Nearest first, nameless nodes included. */
  readonly ancestors: readonly PDFDict[];
}

/** Walks /Fields and /Kids (ISO 32000-1 12.7.3.1) once per dictionary, so cycles and shared kids end. */
export function walkFieldTree(context: PDFContext, roots: readonly PDFObject[]): FieldTree {
  return new TreeWalk(context).walk(roots);
}

/** Makes the node of a field dictionary below `owner`. */
export function createNode(
  at: DictAt,
  owner: FieldNode | undefined,
  ancestors: readonly PDFDict[],
): FieldNode {
  const partialName = readPartialName(at.dict) ?? '';
  const name = owner?.name ? `${owner.name}.${partialName}` : partialName;
  return { ...at, name, partialName, ancestors, widgets: [], warnings: [], hasNamedKids: false };
}

/** /T when it is text, or a name in its place. */
export function readPartialName(dict: PDFDict): string | undefined {
  return asTextOrName(readEntry(dict, Key.T));
}

const TREE_TOO_DEEP: FieldWarning = {
  code: 'field_tree_too_deep',
  message: `Fields more than ${MAX_FIELD_DEPTH} levels deep are not read.`,
};

class TreeWalk {
  readonly #context: PDFContext;
  readonly #byDict = new Map<PDFDict, FieldNode>();
  readonly #widgetDicts = new Set<PDFDict>();
  readonly #seen = new Set<PDFDict>();
  readonly #stack: Step[] = [];

  constructor(context: PDFContext) {
    this.#context = context;
  }

  walk(roots: readonly PDFObject[]): FieldTree {
    this.#push(roots, undefined, []);
    for (let step = this.#stack.pop(); step !== undefined; step = this.#stack.pop()) this.#visit(step);
    return { byDict: this.#byDict, widgetDicts: this.#widgetDicts };
  }

  #push(objects: readonly PDFObject[], owner: FieldNode | undefined, ancestors: readonly PDFDict[]): void {
    if (this.#stack.length + objects.length > MAX_FIELD_NODES) throw tooManyFields();
    // Backwards, because the last one pushed is visited first.
    for (let index = objects.length - 1; index >= 0; index--) {
      const object = objects[index];
      if (object !== undefined) this.#stack.push({ object, owner, ancestors });
    }
  }

  #visit({ object, owner, ancestors }: Step): void {
    const dict = resolve(this.#context, object);
    if (!(dict instanceof PDFDict) || this.#seen.has(dict)) return;
    if (this.#seen.size >= MAX_FIELD_NODES) throw tooManyFields();
    this.#seen.add(dict);
    const at = { ref: object instanceof PDFRef ? object : undefined, dict };
    const kids = readArray(dict, Key.Kids)?.asArray() ?? [];
    if (owner !== undefined && readPartialName(dict) === undefined) {
      this.#visitNameless(at, owner, ancestors, kids);
    } else {
      this.#visitNamed(at, owner, ancestors, kids);
    }
  }

  /** A kid without a name of its own is another look of the same field (12.7.3.2), or a level that only groups. */
  #visitNameless(
    at: DictAt,
    owner: FieldNode,
    ancestors: readonly PDFDict[],
    kids: readonly PDFObject[],
  ): void {
    if (kids.length === 0 || isWidget(at.dict)) this.#addWidget(owner, at);
    this.#descend(at.dict, owner, ancestors, kids);
  }

  #visitNamed(
    at: DictAt,
    owner: FieldNode | undefined,
    ancestors: readonly PDFDict[],
    kids: readonly PDFObject[],
  ): void {
    const node = createNode(at, owner, ancestors);
    if (owner) owner.hasNamedKids = true;
    this.#byDict.set(at.dict, node);
    if (kids.length === 0 && isWidget(at.dict)) this.#addWidget(node, at);
    this.#descend(at.dict, node, ancestors, kids);
  }

  #descend(dict: PDFDict, owner: FieldNode, ancestors: readonly PDFDict[], kids: readonly PDFObject[]): void {
    if (kids.length === 0) return;
    if (ancestors.length >= MAX_FIELD_DEPTH) owner.warnings.push(TREE_TOO_DEEP);
    else this.#push(kids, owner, [dict, ...ancestors]);
  }

  #addWidget(node: FieldNode, at: DictAt): void {
    node.widgets.push(at);
    this.#widgetDicts.add(at.dict);
  }
}

/** /Subtype says so; a rectangle says it too where a writer forgot. */
export function isWidget(dict: PDFDict): boolean {
  return readName(dict, Key.Subtype) === Key.Widget || dict.has(Key.Rect);
}

function tooManyFields(): PdfError {
  return new PdfError('too_complex', `The form has more than ${MAX_FIELD_NODES} fields and widgets`, {
    limit: 'formFields',
    value: MAX_FIELD_NODES,
  });
}
