import type { PdfFile } from '@countersign/pdf';
import type { PDFDict } from 'pdf-lib';
import { readArray, readDict } from './dict-reading.ts';
import { FieldDicts } from './field-dict.ts';
import { type FieldKind, isFieldType, readFieldKind } from './field-kind.ts';
import { type FieldNode, type FieldTree, walkFieldTree } from './field-tree.ts';
import type { FieldType } from './form-field.ts';
import { readFieldFlags } from './inherited.ts';
import { Key } from './keys.ts';
import { MAX_PAGES_WALKED } from './limits.ts';
import { adoptOrphanWidgets } from './orphan-widgets.ts';
import { listPageWidgets, listWidgetsNearby, type PageWidget } from './page-widgets.ts';

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
interface KindedNode {
  readonly node: FieldNode;
  readonly kind: FieldKind;
}

/** The interactive form of a file, as its pages show it. Holds the file's own dictionaries. */
export interface Form {
  readonly acroForm: PDFDict | undefined;
  /** What /Fields leads to. */
  readonly tree: FieldTree;
  readonly fields: readonly Field[];
  /** Whether a name stands in more than one of the fields' dictionaries. */
  readonly sharesNames: boolean;
  readonly nodes: readonly KindedNode[];
  /** All widgets in all pages' /Annots, in painting order; a widget that two pages list twice. */
  readonly placements: readonly PageWidget[];
  /** Whether there are pages that were not searched for widgets that /Fields does not reach. */
  readonly isPartial: boolean;
}

/** Where widgets that /Fields does not reach are looked for. */
export interface FormReading {
  /** True: on every page of a large file too, for those who must not miss one. */
  readonly everyPage?: boolean;
}

/** Reads the form of a file. Touches page dictionaries and annotations, no page contents. */
export function readForm(file: PdfFile, reading: FormReading = {}): Form {
  const dicts = new FieldDicts(file);
  const acroForm = readDict(file.catalog, Key.AcroForm);
  const roots = (acroForm && readArray(acroForm, Key.Fields))?.asArray() ?? [];
  const tree = walkFieldTree(dicts, roots);
  const nearby = reading.everyPage ? undefined : listPlacementsNearby(dicts, tree);
  const placements = nearby ?? listPageWidgets(dicts);
  for (const placement of placements) placement.entries.addPlace(placement);
  const adopted = adoptOrphanWidgets(placements);
  const nodes = listWhole(tree.nodes, adopted);
  return { acroForm, tree, nodes, placements, isPartial: nearby !== undefined, ...gatherFields(nodes) };
}

/**
 * A widget that no field reaches can be on any page. In a large file whose fields are all where they say, we look for
 * such widgets on the fields' own pages only, since the walk over 2,500 pages costs a hundred times what the fields do.
 * Who asks for a name that is not there has it looked for on every page; the service makes /Fields whole when it takes a
 * file in (`listStrayFields`). Undefined for a file whose pages are all to be walked.
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

/** A node that only gives its name to the fields below is none itself. */
function isWhole(node: FieldNode): boolean {
  return node.widgets.length > 0 || !node.hasNamedKids;
}

function withKind(node: FieldNode): KindedNode {
  return { node, kind: readFieldKind(node) };
}

type SameNodes = [FieldNode, ...FieldNode[]];

/** A field whose nodes are still being gathered. */
interface GatheredField extends Field {
  readonly nodes: SameNodes;
}

function gatherFields(nodes: readonly KindedNode[]): Pick<Form, 'fields' | 'sharesNames'> {
  const byName = new Map<string, GatheredField | GatheredField[]>();
  const fields: Field[] = [];
  let sharesNames = false;
  for (const { node, kind } of nodes) {
    if (!isFieldType(kind)) continue;
    // Fields without a name have nothing in common.
    const known = node.name === '' ? undefined : byName.get(node.name);
    const namesakes = known === undefined || Array.isArray(known) ? known : [known];
    const same = namesakes?.find(({ type }) => type === kind);
    sharesNames ||= known !== undefined;
    if (same) {
      same.nodes.push(node);
      continue;
    }
    const field = startField(node, kind);
    fields.push(field);
    // A list only where it is needed: a thousand lists of one would be made for nothing.
    byName.set(node.name, namesakes ? [...namesakes, field] : field);
  }
  return { fields, sharesNames };
}

function startField(node: FieldNode, type: FieldType): GatheredField {
  const { name, partialName } = node;
  return { name, partialName, type, flags: readFieldFlags(node), nodes: [node] };
}
