import type { PdfFile, TextEmbedder } from '@countersign/pdf';
import type { PDFDict } from 'pdf-lib';
import { Key, readArray, readDict } from './dict-reading.ts';
import {
  type FieldDict,
  FieldDicts,
  FieldNode,
  type FieldWarning,
  type PageWidget,
  readPartialName,
} from './field-dict.ts';
import {
  FieldFlag,
  type FieldKind,
  type FieldType,
  isFieldType,
  MAX_PAGES_WALKED,
  readFieldKind,
} from './field-kind.ts';
import { FIELDS_IN_CIRCLE, type FieldTree, walkFieldTree } from './field-tree.ts';
import { findTop, listParents, readFieldFlags } from './inherited-entries.ts';
import { listPageWidgets, listWidgetsNearby } from './page-widgets.ts';

/** Those that /Fields does not reach, to a field of the tree or a new one. Returns the new nodes. */
function adoptUnlistedWidgets(placements: readonly PageWidget[]): readonly FieldNode[] {
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

/** A field has one name and type, and mostly one dictionary. */
export interface Field {
  readonly name: string;
  readonly partialName: string;
  readonly type: FieldType;
  readonly flags: number;
  /** ISO 32000-2 table 231. One flagged dictionary is enough: all get the value. */
  readonly isPassword: boolean;
  /** Values are read from the first that has one and written to all. */
  readonly nodes: readonly [FieldNode, ...FieldNode[]];
}

interface KindedNode {
  readonly node: FieldNode;
  readonly kind: FieldKind;
}

/** A form consists of the file's own dictionaries. */
export interface Form {
  readonly acroForm: PDFDict | undefined;
  readonly tree: FieldTree;
  readonly fields: readonly Field[];
  /** Several fields have the same name. */
  readonly sharesNames: boolean;
  readonly nodes: readonly KindedNode[];
  /** The widgets are in painting order; a widget on two pages appears twice. */
  readonly placements: readonly PageWidget[];
  readonly isPartial: boolean;
  /** How values are to be drawn, by the names of their fields. */
  readonly styles?: ReadonlyMap<string, TextStyle> | undefined;
}

/** The look that replaces what the field says. */
export interface TextStyle {
  /** Displayed points; 0 is automatic. */
  readonly size?: number | undefined;
  /** The color is an operator. */
  readonly colour?: string | undefined;
  readonly quadding?: 'left' | 'centred' | 'right' | undefined;
  readonly font?: ((embedder: TextEmbedder) => TextEmbedder) | undefined;
}

/** Where unlisted fields (docs/glossary.md) are looked for. */
export interface FormReading {
  readonly everyPage?: boolean;
}

/** Reads page dictionaries and annotations, no page contents. */
export function readForm(file: PdfFile, reading: FormReading = {}): Form {
  const dicts = new FieldDicts(file);
  const acroForm = readDict(file.catalog, Key.AcroForm);
  const roots = (acroForm && readArray(acroForm, Key.Fields))?.asArray() ?? [];
  const tree = walkFieldTree(dicts, roots);
  const nearby = reading.everyPage ? undefined : listPlacementsNearby(dicts, tree);
  const placements = nearby ?? listPageWidgets(dicts);
  for (const placement of placements) placement.entries.addPlace(placement);
  const adopted = adoptUnlistedWidgets(placements);
  const nodes = listWhole(tree.nodes, adopted);
  return { acroForm, tree, nodes, placements, isPartial: nearby !== undefined, ...gatherFields(nodes) };
}

/**
 * In a large file only pages of listed fields are searched (docs/decisions/0018-unlisted-fields.md).
 * Undefined: all.
 */
function listPlacementsNearby(dicts: FieldDicts, { widgets }: FieldTree): readonly PageWidget[] | undefined {
  const isLarge = dicts.file.pageCount > MAX_PAGES_WALKED && widgets.length > 0;
  return isLarge ? listWidgetsNearby(dicts, widgets) : undefined;
}

function listWhole(listed: readonly FieldNode[], adopted: readonly FieldNode[]): readonly KindedNode[] {
  const whole: KindedNode[] = [];
  for (const node of listed) if (isWhole(node)) whole.push(withKind(node));
  for (const node of adopted) if (isWhole(node)) whole.push(withKind(node));
  return whole;
}

/** A node without widgets that has named kids is only a part of their names. */
function isWhole(node: FieldNode): boolean {
  return node.widgets.length > 0 || !node.hasNamedKids;
}

function withKind(node: FieldNode): KindedNode {
  return { node, kind: readFieldKind(node) };
}

type SameNodes = [FieldNode, ...FieldNode[]];

interface GatheredField extends Field {
  isPassword: boolean;
  readonly nodes: SameNodes;
}

function gatherFields(nodes: readonly KindedNode[]): Pick<Form, 'fields' | 'sharesNames'> {
  const byName = new Map<string, GatheredField | GatheredField[]>();
  const fields: Field[] = [];
  let sharesNames = false;
  for (const { node, kind } of nodes) {
    if (!isFieldType(kind)) continue;
    // Fields without a name are separate fields.
    const known = node.name === '' ? undefined : byName.get(node.name);
    const namesakes = known === undefined || Array.isArray(known) ? known : [known];
    const same = namesakes?.find(({ type }) => type === kind);
    sharesNames ||= known !== undefined;
    if (same) {
      same.nodes.push(node);
      same.isPassword ||= kind === 'textField' && isPassword(readFieldFlags(node));
      continue;
    }
    const field = startField(node, kind);
    fields.push(field);
    // Most names have one field.
    byName.set(node.name, namesakes ? [...namesakes, field] : field);
  }
  return { fields, sharesNames };
}

function startField(node: FieldNode, type: FieldType): GatheredField {
  const { name, partialName } = node;
  const flags = readFieldFlags(node);
  return {
    name,
    partialName,
    type,
    flags,
    isPassword: type === 'textField' && isPassword(flags),
    nodes: [node],
  };
}

function isPassword(flags: number): boolean {
  return (flags & FieldFlag.password) !== 0;
}

/** Returns the number of fields that `readFormFields` lists, without reading their values. */
export function countFormFields(file: PdfFile): number {
  return readForm(file).fields.length;
}
