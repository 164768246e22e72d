import {
  decodeTextString,
  FIELD_INDEX,
  lookupArray,
  lookupDict,
  lookupName,
  type PdfFile,
  rawText,
  requireFieldDepth,
} from '@countersign/pdf';
import { type PDFArray, PDFDict, PDFName, type PDFObject, PDFRef, PDFString } from 'pdf-lib';
import { NonSignatureFields } from './non-signature-fields.ts';

export function readText(dict: PDFDict, key: string): string | undefined {
  return decodeTextString(dict.lookup(PDFName.of(key)));
}

/** Reads a date (ISO 32000-1 7.9.4). */
export function readDate(dict: PDFDict, key: string): Date | undefined {
  const text = readText(dict, key);
  if (text === undefined) return undefined;
  try {
    return PDFString.of(text).decodeDate();
  } catch {
    // pdf-lib throws for malformed values.
    return undefined;
  }
}

export interface FieldNode {
  readonly dict: PDFDict;
  /** The reference is undefined if the field is direct. */
  readonly ref: PDFRef | undefined;
  readonly siblings: PDFArray;
  readonly parent: FieldNode | undefined;
  /** The fully qualified name (ISO 32000-1 12.7.3.2). */
  readonly name: string;
  readonly fieldType: string | undefined;
}

const DOCUMENT_PARTS: ReadonlySet<string> = new Set(['Catalog', 'Pages', 'Page']);

/** The topmost fields (/FT /Sig, own or inherited); kids are their widgets. Creates no objects for others. */
export function findSignatureFields(file: PdfFile): FieldNode[] {
  const found: FieldNode[] = [];
  const asked = new Set<PDFArray>();
  for (const node of walkFrom(file, new NonSignatureFields(file))) {
    const isWidgetOfField = node.parent?.fieldType === 'Sig' && !node.dict.has(PDFName.of('T'));
    if (node.fieldType === 'Sig' && !isWidgetOfField && isTerminal(node, asked)) found.push(node);
  }
  return found;
}

export function findSignatureValue(field: FieldNode): PDFDict | undefined {
  for (let node: FieldNode | undefined = field; node; node = node.parent) {
    const value = lookupDict(node.dict, 'V');
    if (value) return value;
  }
  return undefined;
}

/** Walks parents first, and every dictionary once. */
export function walkFields(file: PdfFile): Generator<FieldNode> {
  return walkFrom(file, undefined);
}

function* walkFrom(file: PdfFile, skipped: NonSignatureFields | undefined): Generator<FieldNode> {
  const form = lookupDict(file.catalog, 'AcroForm');
  const fields = form ? lookupArray(form, 'Fields') : undefined;
  if (fields) yield* walkNodes(fields, undefined, { dicts: new Set(), lists: new Set(), skipped }, 0);
}

/** Shared arrays are walked once: otherwise few bytes could cost minutes. */
interface Visited {
  readonly dicts: Set<PDFDict>;
  readonly lists: Set<PDFArray>;
  readonly skipped: NonSignatureFields | undefined;
}

function* walkNodes(
  siblings: PDFArray,
  parent: FieldNode | undefined,
  visited: Visited,
  depth: number,
): Generator<FieldNode> {
  if (visited.lists.has(siblings)) return;
  requireFieldDepth(depth);
  visited.lists.add(siblings);
  const entries = siblings.asArray();
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index];
    if (entry instanceof PDFRef && visited.skipped?.has(entry, parent?.fieldType, depth)) continue;
    const dict = siblings.lookup(index);
    if (!(dict instanceof PDFDict) || visited.dicts.has(dict) || isDocumentPart(dict)) continue;
    visited.dicts.add(dict);
    const node = makeNode(dict, entry instanceof PDFRef ? entry : undefined, siblings, parent);
    yield node;
    const kids = lookupArray(dict, 'Kids');
    if (kids) yield* walkNodes(kids, node, visited, depth + 1);
  }
}

/** Pages and the like that a list of fields contains. */
function isDocumentPart(dict: PDFDict): boolean {
  return DOCUMENT_PARTS.has(lookupName(dict, 'Type') ?? '');
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

/** Fields whose kids have names only group them. Ignores cycles and kids shared with another field. */
function isTerminal(node: FieldNode, asked: Set<PDFArray>): boolean {
  const kids = lookupArray(node.dict, 'Kids');
  if (kids === undefined || asked.has(kids)) return true;
  asked.add(kids);
  for (let index = 0; index < kids.size(); index++) {
    const kid = kids.lookup(index);
    if (kid instanceof PDFDict && kid.has(PDFName.of('T')) && !isWithin(kid, node)) return false;
  }
  return true;
}

function isWithin(dict: PDFDict, node: FieldNode | undefined): boolean {
  return node !== undefined && (node.dict === dict || isWithin(dict, node.parent));
}

/**
 * Returns the name, with a number appended if a field has that name. Without a period it can only equal the
 * name of a top-level field.
 */
export function chooseFieldName(file: PdfFile, wanted: string): string {
  const taken = listTopNames(file) ?? listAllNames(file);
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted} ${number}`;
  return name;
}

/** Returns undefined if a field has no name: its kids may then be top-level names. */
function listTopNames(file: PdfFile): ReadonlySet<string> | undefined {
  const form = lookupDict(file.catalog, 'AcroForm');
  const fields = form && lookupArray(form, 'Fields');
  const names = new Set<string>();
  for (const item of fields?.asArray() ?? []) {
    const name = readPartialName(file, item);
    if (!name) return undefined;
    names.add(name);
  }
  return names;
}

function readPartialName(file: PdfFile, item: PDFObject): string | undefined {
  const walked = item instanceof PDFRef ? rawText(file.walkField(item)?.at(FIELD_INDEX.T)) : undefined;
  if (walked !== undefined) return walked;
  const dict = file.context.lookup(item);
  return dict instanceof PDFDict ? readText(dict, 'T') : undefined;
}

function listAllNames(file: PdfFile): ReadonlySet<string> {
  return new Set(Array.from(walkFields(file), ({ name }) => name));
}
