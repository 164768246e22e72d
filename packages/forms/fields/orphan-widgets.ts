import type { FieldDict } from './field-dict.ts';
import { listParents } from './field-parents.ts';
import { FieldNode, type FieldTree, readPartialName } from './field-tree.ts';

/**
 * Gives every widget that pages show and /Fields does not reach to its field: one of the tree when its /Parent leads
 * there, else one of its own. Readers show such widgets and people fill them in. Adds to the tree's nodes;
 * returns the new ones.
 */
export function adoptOrphanWidgets(tree: FieldTree, widgets: Iterable<FieldDict>): readonly FieldNode[] {
  const adopted = new Map<FieldDict, FieldNode>();
  for (const widget of widgets) {
    if (!tree.widgetDicts.has(widget)) adopt(widget, tree.byDict, adopted);
  }
  return [...adopted.values()];
}

function adopt(
  widget: FieldDict,
  known: ReadonlyMap<FieldDict, FieldNode>,
  adopted: Map<FieldDict, FieldNode>,
): void {
  const field = findOwner(widget);
  const node = known.get(field) ?? adopted.get(field) ?? createOrphan(field, known);
  node.widgets.push(widget);
  if (known.has(field)) return;
  adopted.set(field, node);
}

/** The nearest dictionary from the widget upwards that has a name; the widget itself when none has. */
function findOwner(widget: FieldDict): FieldDict {
  const chain = [widget, ...listParents(widget)];
  return chain.find((dict) => readPartialName(dict) !== undefined) ?? widget;
}

function createOrphan(field: FieldDict, known: ReadonlyMap<FieldDict, FieldNode>): FieldNode {
  const parents = listParents(field);
  const node = new FieldNode(field, ownerAbove(parents, known), parents);
  node.warnings.push({
    code: 'field_not_listed',
    message: 'A page shows the field, but the form does not list it.',
  });
  return node;
}

/** The named field above, made up from its /Parent chain where the tree does not have it. */
function ownerAbove(
  parents: readonly FieldDict[],
  known: ReadonlyMap<FieldDict, FieldNode>,
): FieldNode | undefined {
  let owner: FieldNode | undefined;
  for (const parent of parents.toReversed()) {
    const inTree = known.get(parent);
    if (inTree) owner = inTree;
    else if (readPartialName(parent) !== undefined) owner = new FieldNode(parent, owner, []);
  }
  return owner;
}
