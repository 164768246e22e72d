import type { PdfFile } from '@countersign/pdf';
import type { PDFDict } from 'pdf-lib';
import { readArray, readDict } from './dict-reading.ts';
import { type FieldKind, isFieldType, readFieldKind } from './field-kind.ts';
import { type FieldNode, walkFieldTree } from './field-tree.ts';
import type { FieldType } from './form-field.ts';
import { readFieldFlags } from './inherited.ts';
import { Key } from './keys.ts';
import { adoptOrphanWidgets } from './orphan-widgets.ts';
import { firstPlaces, listPageWidgets, type PageWidget } from './page-widgets.ts';

/** One key for values: all field dictionaries of one name and one type. Mostly a single one. */
export interface Field {
  readonly name: string;
  readonly partialName: string;
  readonly type: FieldType;
  readonly flags: number;
  /** Never empty; values are read from the first that has one and written to all. */
  readonly nodes: readonly [FieldNode, ...FieldNode[]];
}

/** A field dictionary of any kind, for those who take fields out of the file. */
export interface KindedNode {
  readonly node: FieldNode;
  readonly kind: FieldKind;
}

/** The interactive form of a file, as its pages show it. Holds the file's own dictionaries. */
export interface Form {
  readonly acroForm: PDFDict | undefined;
  readonly fields: readonly Field[];
  readonly nodes: readonly KindedNode[];
  /** By the widget's dictionary, on the first page that lists it. */
  readonly pageWidgets: ReadonlyMap<PDFDict, PageWidget>;
  /** All entries of all pages' /Annots, a widget that two pages list twice. */
  readonly placements: readonly PageWidget[];
}

/** Reads the form of a file. Touches page dictionaries and annotations, no page contents. */
export function readForm(file: PdfFile): Form {
  const acroForm = readDict(file.catalog, Key.AcroForm);
  const roots = (acroForm && readArray(acroForm, Key.Fields))?.asArray() ?? [];
  const tree = walkFieldTree(file.context, roots);
  const placements = listPageWidgets(file);
  const pageWidgets = firstPlaces(placements);
  const adopted = adoptOrphanWidgets(tree, pageWidgets.values());
  const nodes = [...tree.byDict.values(), ...adopted].filter(isWhole).map(withKind);
  return { acroForm, nodes, pageWidgets, placements, fields: gatherFields(nodes) };
}

/** A node that only gives its name to the fields below is none itself. */
function isWhole(node: FieldNode): boolean {
  return node.widgets.length > 0 || !node.hasNamedKids;
}

function withKind(node: FieldNode): KindedNode {
  return { node, kind: readFieldKind(node) };
}

function gatherFields(nodes: readonly KindedNode[]): Field[] {
  const byKey = new Map<string, [FieldNode, ...FieldNode[]]>();
  const fields: Field[] = [];
  for (const { node, kind } of nodes) {
    if (!isFieldType(kind)) continue;
    const key = `${kind} ${node.name}`;
    // Fields without a name have nothing in common.
    const same = node.name === '' ? undefined : byKey.get(key);
    if (same) same.push(node);
    else fields.push(startField(node, kind, byKey, key));
  }
  return fields;
}

function startField(
  node: FieldNode,
  type: FieldType,
  byKey: Map<string, [FieldNode, ...FieldNode[]]>,
  key: string,
): Field {
  const nodes: [FieldNode, ...FieldNode[]] = [node];
  byKey.set(key, nodes);
  return { name: node.name, partialName: node.partialName, type, flags: readFieldFlags(node), nodes };
}
