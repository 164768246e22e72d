import { lookupArray, type PdfFile, type PdfPage, type PdfRect, readRect } from '@countersign/pdf';
import { PDFDict, PDFName, PDFRef } from 'pdf-lib';
import { SealError, type SealErrorParams } from '../errors.ts';
import {
  chooseFieldName,
  type FieldNode,
  findSignatureValue,
  walkFields,
} from '../fields/signature-fields.ts';

/** The field that a signature goes into: an empty one of the file, or a new one. */
export type SealField =
  | { readonly kind: 'existing'; readonly name: string; readonly node: FieldNode }
  | { readonly kind: 'new'; readonly name: string };

const DEFAULT_NAME = 'Seal';
/** Readers end texts at a null character, and half of a surrogate pair has no encoding. */
const NOT_STORABLE = /[\p{Cs}\0]/u;

/**
 * Finds the signature field of a fully qualified name among `fields`, or checks that a new one can have it. Throws
 * `field_not_usable`.
 */
export function findSealField(
  file: PdfFile,
  name: string | undefined,
  fields: readonly FieldNode[],
): SealField {
  if (name === undefined) return { kind: 'new', name: chooseFieldName(file, DEFAULT_NAME) };
  const [node, ...others] = fields.filter((field) => field.name === name);
  if (others.length > 0)
    throw notUsable(name, 'ambiguous', `The form has ${others.length + 1} signature fields "${name}"`);
  if (node === undefined) {
    requireNewName(file, name);
    return { kind: 'new', name };
  }
  if (findSignatureValue(node) !== undefined)
    throw notUsable(name, 'signed', `The field "${name}" is signed already`);
  return { kind: 'existing', name, node };
}

function requireNewName(file: PdfFile, name: string): void {
  for (const field of walkFields(file)) {
    if (field.name !== name) continue;
    throw notUsable(name, 'other_type', `The field "${name}" is not a signature field`);
  }
  if (name === '' || name.includes('.') || NOT_STORABLE.test(name))
    throw notUsable(
      name,
      'invalid_name',
      `There is no signature field "${name}", and the name of a new one has at least one character and no period`,
    );
}

export function notUsable(field: string, reason: string, message: string): SealError {
  const params: SealErrorParams = { field, reason };
  return new SealError('field_not_usable', message, params);
}

/** Where a signature is shown. */
export interface Spot {
  /** It is undefined for a new field. */
  readonly widget: PDFDict | undefined;
  readonly page: PdfPage;
  readonly rect: PdfRect;
}

/** More belong to no signature field of people. */
const MAX_KIDS = 64;

/** Finds the only widget of a field that has an area. Throws `field_not_usable`. */
export function findWidget(file: PdfFile, { name, dict, ref }: FieldNode): Spot {
  const found = listWidgets(dict, ref).flatMap((widget) => {
    const rect = readRect(widget.dict.lookup(PDFName.of('Rect')));
    const page = rect && findPage(file, widget);
    return rect && page ? [{ widget: widget.dict, page, rect }] : [];
  });
  const [spot, ...others] = found;
  if (spot === undefined)
    throw notUsable(
      name,
      'no_area',
      `The field "${name}" has no area on a page, so it can only be signed invisibly`,
    );
  if (others.length > 0)
    throw notUsable(
      name,
      'several_widgets',
      `The field "${name}" is in ${found.length} places, and may be in one`,
    );
  return spot;
}

interface Widget {
  readonly dict: PDFDict;
  readonly ref: PDFRef | undefined;
}

/** The field itself, or the kids that have no name (ISO 32000-1 12.7.3.1). */
function listWidgets(field: PDFDict, ref: PDFRef | undefined): readonly Widget[] {
  const items = lookupArray(field, 'Kids')?.asArray() ?? [];
  if (items.length === 0) return [{ dict: field, ref }];
  return items.slice(0, MAX_KIDS).flatMap((item) => {
    const kid = item instanceof PDFRef ? field.context.lookup(item) : item;
    return kid instanceof PDFDict ? [{ dict: kid, ref: item instanceof PDFRef ? item : undefined }] : [];
  });
}

/** /Annots decides which page a widget is on; /P only says where to look first. */
function findPage(file: PdfFile, { dict, ref }: Widget): PdfPage | undefined {
  const lists = (page: PdfPage) => page.annotationItems().some((item) => item === ref || item === dict);
  const stated = dict.get(PDFName.of('P'));
  const first = stated instanceof PDFRef ? file.pageAt(stated) : undefined;
  if (first !== undefined && lists(first)) return first;
  for (const page of file.pages()) if (lists(page)) return page;
  return undefined;
}
