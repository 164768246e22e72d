import { lookupArray, lookupDict, lookupName, type PdfFile } from '@countersign/pdf';
import { type PDFArray, PDFDict, PDFName, PDFRef } from 'pdf-lib';
import { readText } from './text.ts';

/** A node of the field tree with the array that holds it. */
export interface FieldNode {
  readonly dict: PDFDict;
  /** Undefined for a dictionary that lies directly in the array. */
  readonly ref: PDFRef | undefined;
  /** The /Fields or /Kids array the node stands in. */
  readonly siblings: PDFArray;
  readonly parent: FieldNode | undefined;
  /** Fully qualified (ISO 32000-1 12.7.3.2). */
  readonly name: string;
  /** Own or inherited. */
  readonly fieldType: string | undefined;
}

/** Deeper trees than this are cyclic or hostile: real forms have three or four levels. */
const MAX_FIELD_DEPTH = 32;

/**
 * The topmost field of every signature: nodes with /FT /Sig, own or inherited, whose parent is none. Kids below them are
 * their widgets.
 */
export function findSignatureFields(file: PdfFile): FieldNode[] {
  const found: FieldNode[] = [];
  for (const node of walkFields(file)) {
    const isWidgetOfField = node.parent?.fieldType === 'Sig' && !node.dict.has(PDFName.of('T'));
    if (node.fieldType === 'Sig' && isTerminal(node) && !isWidgetOfField) found.push(node);
  }
  return found;
}

/** The value of a signature field, its own or inherited. */
export function findSignatureValue(field: FieldNode): PDFDict | undefined {
  for (let node: FieldNode | undefined = field; node; node = node.parent) {
    const value = lookupDict(node.dict, 'V');
    if (value) return value;
  }
  return undefined;
}

/** All nodes of the field tree, parents first, every dictionary once. */
export function* walkFields(file: PdfFile): Generator<FieldNode> {
  const form = lookupDict(file.catalog, 'AcroForm');
  const fields = form ? lookupArray(form, 'Fields') : undefined;
  if (fields) yield* walkNodes(fields, undefined, new Set(), 0);
}

function* walkNodes(
  siblings: PDFArray,
  parent: FieldNode | undefined,
  visited: Set<PDFDict>,
  depth: number,
): Generator<FieldNode> {
  if (depth > MAX_FIELD_DEPTH) return;
  for (const [index, entry] of siblings.asArray().entries()) {
    const dict = siblings.lookup(index);
    if (!(dict instanceof PDFDict) || visited.has(dict)) continue;
    visited.add(dict);
    const node = makeNode(dict, entry instanceof PDFRef ? entry : undefined, siblings, parent);
    yield node;
    const kids = lookupArray(dict, 'Kids');
    if (kids) yield* walkNodes(kids, node, visited, depth + 1);
  }
}

function makeNode(
  dict: PDFDict,
  ref: PDFRef | undefined,
  siblings: PDFArray,
  parent: FieldNode | undefined,
): FieldNode {
  const partialName = readText(dict, 'T');
  const name = [parent?.name, partialName].filter((part) => part).join('.');
  return { dict, ref, siblings, parent, name, fieldType: lookupName(dict, 'FT') ?? parent?.fieldType };
}

/** A field whose kids have names of their own only groups them; a kid that is its own ancestor is no kid. */
function isTerminal(node: FieldNode): boolean {
  const kids = lookupArray(node.dict, 'Kids');
  for (let index = 0; index < (kids?.size() ?? 0); index++) {
    const kid = kids?.lookup(index);
    if (kid instanceof PDFDict && kid.has(PDFName.of('T')) && !isWithin(kid, node)) return false;
  }
  return true;
}

function isWithin(dict: PDFDict, node: FieldNode | undefined): boolean {
  return node !== undefined && (node.dict === dict || isWithin(dict, node.parent));
}
