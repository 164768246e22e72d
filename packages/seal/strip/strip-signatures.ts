import {
  lookupArray,
  lookupDict,
  lookupName,
  lookupNumber,
  type PdfFile,
  type PdfPage,
} from '@countersign/pdf';
import { type PDFArray, PDFDict, PDFName } from 'pdf-lib';
import { type FieldNode, findSignatureFields, findSignatureValue } from '../fields/signature-fields.ts';
import { readDate, readText } from '../fields/text.ts';

/** What the file told of a signature that was removed. */
export interface RemovedSignature {
  readonly fieldName: string;
  /** The dictionary's /Name; null when it does not tell. */
  readonly signerName: string | null;
  /** ISO 8601 from /M; null when it does not tell. */
  readonly signedAt: string | null;
}

export interface StripReport {
  /** Fully qualified names of removed fields, signed or not. */
  readonly removedFields: readonly string[];
  readonly removedSignatures: number;
  readonly signatures: readonly RemovedSignature[];
  /** Widgets without a field in the form that were taken off their pages. */
  readonly removedOrphans: number;
  /** A certification (/Perms) was removed. */
  readonly removedCertification: boolean;
  readonly changed: boolean;
}

/** Longest chain of /Parent that is followed; longer ones are cyclic. */
const MAX_PARENTS = 32;

/**
 * Removes every signature field with its widgets, value and lock, the certification (/Perms), the validation data (/DSS)
 * and the form's signature flags. Changes the objects of `file`; write it with `rewrite`, so that no byte of an old
 * revision is left.
 */
export function stripSignatures(file: PdfFile): StripReport {
  const fields = findSignatureFields(file);
  const signatures = fields.flatMap((field) => describeSignature(field));
  const removed = new Set<PDFDict>();
  for (const field of fields) removeField(field, removed);
  const orphans = removeWidgets(file, removed);
  const removedCertification = deleteKeys(file.catalog, ['Perms', 'Legal']);
  const hadValidationData = deleteKeys(file.catalog, ['DSS']);
  const hadFlags = cleanForm(file, removed);
  eraseRemoved(file, fields, removed);
  return {
    removedFields: fields.map(({ name }) => name),
    removedSignatures: signatures.length,
    signatures,
    removedOrphans: orphans,
    removedCertification,
    changed: removed.size > 0 || removedCertification || hadValidationData || hadFlags,
  };
}

function describeSignature(field: FieldNode): RemovedSignature[] {
  const value = findSignatureValue(field);
  if (!value) return [];
  const signedAt = readDate(value, 'M');
  return [
    {
      fieldName: field.name,
      signerName: readText(value, 'Name') ?? null,
      signedAt: signedAt && !Number.isNaN(signedAt.getTime()) ? signedAt.toISOString() : null,
    },
  ];
}

/** Takes a field out of its parent, and parents that are left without kids out of theirs. */
function removeField(field: FieldNode, removed: Set<PDFDict>): void {
  collectTree(field.dict, removed);
  removeFromArray(field.siblings, removed);
  const { parent } = field;
  if (parent && field.siblings.size() === 0) removeField(parent, removed);
}

function collectTree(dict: PDFDict, removed: Set<PDFDict>): void {
  if (removed.has(dict)) return;
  removed.add(dict);
  const kids = lookupArray(dict, 'Kids');
  for (let index = 0; index < (kids?.size() ?? 0); index++) {
    const kid = kids?.lookup(index);
    if (kid instanceof PDFDict) collectTree(kid, removed);
  }
}

function removeFromArray(array: PDFArray, removed: ReadonlySet<PDFDict>): number {
  let count = 0;
  for (let index = array.size() - 1; index >= 0; index--) {
    const entry = array.lookup(index);
    if (!(entry instanceof PDFDict) || !removed.has(entry)) continue;
    array.remove(index);
    count++;
  }
  return count;
}

/** The page's /Annots is the truth about widgets: ones that no field lists go as well. Answers their number. */
function removeWidgets(file: PdfFile, removed: Set<PDFDict>): number {
  let orphans = 0;
  for (const page of file.pages()) {
    for (const { dict } of page.annotations()) {
      if (removed.has(dict) || !isSignatureWidget(dict)) continue;
      removed.add(dict);
      orphans++;
    }
    removeFromPage(page, removed);
  }
  return orphans;
}

function removeFromPage(page: PdfPage, removed: ReadonlySet<PDFDict>): void {
  const annotations = lookupArray(page.dict, 'Annots');
  if (!annotations) return;
  const count = removeFromArray(annotations, removed);
  if (count > 0 && annotations.size() === 0) page.dict.delete(PDFName.of('Annots'));
}

/** /FT of its own or from above (ISO 32000-1 12.7.3.1). */
function isSignatureWidget(widget: PDFDict): boolean {
  if (lookupName(widget, 'Subtype') !== 'Widget') return false;
  let dict: PDFDict | undefined = widget;
  for (let level = 0; dict && level < MAX_PARENTS; level++) {
    const type = lookupName(dict, 'FT');
    if (type !== undefined) return type === 'Sig';
    dict = lookupDict(dict, 'Parent');
  }
  return false;
}

/** Answers whether the form said that it was signed. A form without fields is no form. */
function cleanForm(file: PdfFile, removed: ReadonlySet<PDFDict>): boolean {
  const form = lookupDict(file.catalog, 'AcroForm');
  if (!form) return false;
  const wasSigned = (lookupNumber(form, 'SigFlags') ?? 0) !== 0;
  form.delete(PDFName.of('SigFlags'));
  const order = lookupArray(form, 'CO');
  if (order) removeFromArray(order, removed);
  const isEmpty = (lookupArray(form, 'Fields')?.size() ?? 0) === 0 && !form.has(PDFName.of('XFA'));
  if (isEmpty && removed.size > 0) file.catalog.delete(PDFName.of('AcroForm'));
  return wasSigned;
}

/**
 * Structure elements and actions may still refer to what was removed: without its objects nothing leads to the value,
 * the lock or the appearance any more, and a rewrite leaves them out.
 */
function eraseRemoved(file: PdfFile, fields: readonly FieldNode[], removed: ReadonlySet<PDFDict>): void {
  const values = fields.map((field) => findSignatureValue(field)).filter((value) => value !== undefined);
  for (const dict of [...removed, ...values]) for (const key of dict.keys()) dict.delete(key);
  for (const { ref } of fields) if (ref) file.context.delete(ref);
}

function deleteKeys(dict: PDFDict, keys: readonly string[]): boolean {
  const found = keys.filter((key) => dict.has(PDFName.of(key)));
  for (const key of found) dict.delete(PDFName.of(key));
  return found.length > 0;
}
