import type { PdfFile } from '@countersign/pdf';
import type { PDFDict } from 'pdf-lib';
import { adoptUnlistedWidgets } from './adopt-unlisted-widgets.ts';
import { readArray, readDict } from './dict-reading.ts';
import { FieldDicts } from './field-dict.ts';
import { FieldFlag } from './field-flags.ts';
import { type FieldKind, isFieldType, readFieldKind } from './field-kind.ts';
import { type FieldNode, type FieldTree, walkFieldTree } from './field-tree.ts';
import type { FieldType } from './form-field.ts';
import { readFieldFlags } from './inherited.ts';
import { Key } from './keys.ts';
import { MAX_PAGES_WALKED } from './limits.ts';
import { listPageWidgets, listWidgetsNearby, type PageWidget } from './page-widgets.ts';

/** One name and type; mostly one dictionary. */
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

/** Of the file's own dictionaries. */
export interface Form {
  readonly acroForm: PDFDict | undefined;
  readonly tree: FieldTree;
  readonly fields: readonly Field[];
  /** Several fields have the same name. */
  readonly sharesNames: boolean;
  readonly nodes: readonly KindedNode[];
  /** In painting order; a widget on two pages appears twice. */
  readonly placements: readonly PageWidget[];
  readonly isPartial: boolean;
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
