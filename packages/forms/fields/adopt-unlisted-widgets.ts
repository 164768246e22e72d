import type { FieldDict } from './field-dict.ts';
import { findTop, listParents } from './field-parents.ts';
import { FIELDS_IN_CIRCLE, FieldNode, readPartialName } from './field-tree.ts';
import type { FieldWarning } from './form-field.ts';
import { Key } from './keys.ts';
import type { PageWidget } from './page-widgets.ts';

/** Those that /Fields does not reach, to a field of the tree or a new one. Returns the new nodes. */
export function adoptUnlistedWidgets(placements: readonly PageWidget[]): readonly FieldNode[] {
  const adopted: FieldNode[] = [];
  for (const { entries } of placements) if (!entries.isWidgetOfField) adopt(entries, adopted);
  return adopted;
}

function adopt(widget: FieldDict, adopted: FieldNode[]): void {
  const field = findOwner(widget);
  if (field.node === undefined) {
    field.node = createOrphan(field);
    adopted.push(field.node);
  }
  field.node.addWidget(widget);
}

function findOwner(widget: FieldDict): FieldDict {
  const chain = [widget, ...listParents(widget)];
  return chain.find((dict) => readPartialName(dict) !== undefined) ?? widget;
}

const NOT_LISTED: FieldWarning = {
  code: 'field_not_listed',
  message: 'A page shows the field, but the form does not list it.',
};

function createOrphan(field: FieldDict): FieldNode {
  const parents = listParents(field);
  const node = new FieldNode(field, ownerAbove(parents), parents);
  node.warn(NOT_LISTED);
  if (field.has(Key.Parent) && findTop(field) === undefined) node.warn(FIELDS_IN_CIRCLE);
  return node;
}

/** Creates it if necessary. */
function ownerAbove(parents: readonly FieldDict[]): FieldNode | undefined {
  let owner: FieldNode | undefined;
  for (const parent of parents.toReversed()) {
    if (parent.node) owner = parent.node;
    else if (readPartialName(parent) !== undefined) owner = new FieldNode(parent, owner, []);
  }
  return owner;
}
