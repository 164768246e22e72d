import { type PDFDict, PDFRef } from 'pdf-lib';
import { readDict } from './dict-reading.ts';
import { createNode, type DictAt, type FieldNode, type FieldTree, readPartialName } from './field-tree.ts';
import { Key } from './keys.ts';
import { MAX_FIELD_DEPTH } from './limits.ts';

/**
 * Gives every widget that pages show and /Fields does not reach to its field: one of the tree when its /Parent leads
 * there, else one of its own. Readers show such widgets and people fill them in. Adds to the tree's nodes;
 * returns the new ones.
 */
export function adoptOrphanWidgets(tree: FieldTree, widgets: Iterable<DictAt>): readonly FieldNode[] {
  const adopted = new Map<PDFDict, FieldNode>();
  for (const widget of widgets) {
    if (!tree.widgetDicts.has(widget.dict)) adopt(widget, tree.byDict, adopted);
  }
  return [...adopted.values()];
}

function adopt(
  { ref, dict }: DictAt,
  known: ReadonlyMap<PDFDict, FieldNode>,
  adopted: Map<PDFDict, FieldNode>,
): void {
  const field = findOwner({ ref, dict });
  const node = known.get(field.dict) ?? adopted.get(field.dict) ?? createOrphan(field, known);
  node.widgets.push({ ref, dict });
  if (known.has(field.dict)) return;
  adopted.set(field.dict, node);
}

/** The nearest dictionary from the widget upwards that has a name; the widget itself when none has. */
function findOwner(widget: DictAt): DictAt {
  const chain = [widget, ...listParents(widget.dict)];
  return chain.find(({ dict }) => readPartialName(dict) !== undefined) ?? widget;
}

function createOrphan(field: DictAt, known: ReadonlyMap<PDFDict, FieldNode>): FieldNode {
  const parents = listParents(field.dict);
  const node = createNode(
    field,
    ownerAbove(parents, known),
    parents.map(({ dict }) => dict),
  );
  node.warnings.push({
    code: 'field_not_listed',
    message: 'A page shows the field, but the form does not list it.',
  });
  return node;
}

/** The named field above, made up from its /Parent chain where the tree does not have it. */
function ownerAbove(
  parents: readonly DictAt[],
  known: ReadonlyMap<PDFDict, FieldNode>,
): FieldNode | undefined {
  let owner: FieldNode | undefined;
  for (const parent of parents.toReversed()) {
    const inTree = known.get(parent.dict);
    if (inTree) owner = inTree;
    else if (readPartialName(parent.dict) !== undefined) owner = createNode(parent, owner, []);
  }
  return owner;
}

function listParents(start: PDFDict): DictAt[] {
  const parents: DictAt[] = [];
  const seen = new Set([start]);
  for (let at = parentOf(start); at && !seen.has(at.dict); at = parentOf(at.dict)) {
    if (parents.length >= MAX_FIELD_DEPTH) break;
    seen.add(at.dict);
    parents.push(at);
  }
  return parents;
}

function parentOf(dict: PDFDict): DictAt | undefined {
  const ref = dict.get(Key.Parent);
  const parent = readDict(dict, Key.Parent);
  return parent && { ref: ref instanceof PDFRef ? ref : undefined, dict: parent };
}
