import {
  lookupArray,
  lookupDict,
  lookupNumber,
  type PdfFile,
  type PdfPage,
  replaceItems,
} from '@countersign/pdf';
import { checkArguments } from '@countersign/pdf/arguments';
import { type PDFArray, PDFDict, PDFName, PDFRef } from 'pdf-lib';
import { FILE } from '../arguments.ts';
import { NonSignatureFields } from '../fields/non-signature-fields.ts';
import { type FieldNode, findSignatureFields, findSignatureValue } from '../fields/signature-fields.ts';
import { listDocumentParts } from './document-parts.ts';
import { hasEarlierSignature } from './earlier-signatures.ts';
import { describeSignatures, type RemovedSignature } from './removed-signature.ts';
import { SignatureWidgets } from './signature-widgets.ts';
import { dropUnlistedPages, dropUnlistedSignatures } from './unlisted-parts.ts';

export interface SignatureStripReport {
  /** Fully qualified, signed or not. */
  readonly removedFields: readonly string[];
  readonly removedSignatures: number;
  readonly signatures: readonly RemovedSignature[];
  /** Signature widgets without a field. */
  readonly removedOrphans: number;
  readonly removedCertification: boolean;
  /** Had validation data (/DSS), signature flags or a signed earlier revision. */
  readonly removedRemains: boolean;
  readonly changed: boolean;
}

/**
 * Removes signature fields with widgets, values and locks, and related document entries. These are the
 * certification (/Perms), validation data (/DSS) and signature flags. Modifies the objects of `file`; if the
 * report says `changed`, write it with `rewrite` to remove the bytes of earlier revisions too.
 */
export function stripSignatures(file: PdfFile): SignatureStripReport {
  checkArguments({ file }, FILE);
  const others = new NonSignatureFields(file);
  const fields = findSignatureFields(file, others);
  const signatures = describeSignatures(fields);
  const removed = collectTrees(fields.map(({ dict }) => dict));
  removeFields(file, fields, removed);
  const orphans = removeWidgets(file, new SignatureWidgets(file, others), removed);
  const removedCertification = deleteKeys(file.catalog, ['Perms', 'Legal']);
  const hadValidationData = deleteKeys(file.catalog, ['DSS']);
  const hadFlags = cleanForm(file, removed);
  eraseRemoved(file, fields, removed);
  const hasSigned = removed.size > 0 || removedCertification || hadValidationData || hadFlags;
  const wasSigned = !hasSigned && hasEarlierSignature(file);
  const changed = hasSigned || wasSigned;
  if (changed) dropUnlistedParts(file);
  return {
    removedFields: fields.map(({ name }) => name),
    removedSignatures: signatures.length,
    signatures,
    removedOrphans: orphans,
    removedCertification,
    removedRemains: hadValidationData || hadFlags || wasSigned,
    changed,
  };
}

function dropUnlistedParts(file: PdfFile): void {
  dropUnlistedPages(file);
  dropUnlistedSignatures(file);
}

/** And parents that become empty. */
function removeFields(file: PdfFile, fields: readonly FieldNode[], removed: Set<PDFDict>): void {
  const parents = new Map(fields.map(({ siblings, parent }) => [siblings, parent]));
  // Once per array: removing thousands of fields one by one would cost minutes.
  for (const siblings of parents.keys()) removeFromArray(file, siblings, removed);
  const emptied = [...parents].flatMap(([siblings, parent]) =>
    parent && siblings.size() === 0 ? parent : [],
  );
  for (const { dict } of emptied) removed.add(dict);
  if (emptied.length > 0) removeFields(file, emptied, removed);
}

/** Iterative, since the depth is not limited. */
function collectTrees(roots: readonly PDFDict[]): Set<PDFDict> {
  const found = new Set<PDFDict>();
  const walked = new Set<PDFArray>();
  const waiting = [...roots];
  for (let dict = waiting.pop(); dict !== undefined; dict = waiting.pop()) {
    found.add(dict);
    const kids = lookupArray(dict, 'Kids');
    if (kids === undefined || walked.has(kids)) continue;
    walked.add(kids);
    for (const kid of listDicts(kids)) if (!found.has(kid)) waiting.push(kid);
  }
  return found;
}

function listDicts(array: PDFArray): PDFDict[] {
  return Array.from({ length: array.size() }, (_, index) => array.lookup(index)).filter(
    (item) => item instanceof PDFDict,
  );
}

/** Objects that were never looked up cannot be in `removed`. */
function removeFromArray(file: PdfFile, array: PDFArray, removed: ReadonlySet<PDFDict>): number {
  const items = array.asArray();
  const kept = items.filter((item, index) => {
    if (item instanceof PDFRef && !file.isTouched(item)) return true;
    const entry = array.lookup(index);
    return !(entry instanceof PDFDict) || !removed.has(entry);
  });
  if (kept.length < items.length) replaceItems(array, kept);
  return items.length - kept.length;
}

/** Returns the number of those without a field. */
function removeWidgets(file: PdfFile, widgets: SignatureWidgets, removed: Set<PDFDict>): number {
  let orphans = 0;
  for (const page of file.pages()) {
    for (const item of page.annotationItems()) {
      const dict = widgets.find(item);
      if (dict === undefined || removed.has(dict)) continue;
      removed.add(dict);
      orphans++;
    }
    removeFromPage(file, page, removed);
  }
  return orphans;
}

function removeFromPage(file: PdfFile, page: PdfPage, removed: ReadonlySet<PDFDict>): void {
  const annotations = lookupArray(page.dict, 'Annots');
  if (!annotations) return;
  const count = removeFromArray(file, annotations, removed);
  if (count > 0 && annotations.size() === 0) page.dict.delete(PDFName.of('Annots'));
}

/** Whether the form had signature flags. Deletes a form without fields. */
function cleanForm(file: PdfFile, removed: ReadonlySet<PDFDict>): boolean {
  const form = lookupDict(file.catalog, 'AcroForm');
  if (!form) return false;
  const wasSigned = (lookupNumber(form, 'SigFlags') ?? 0) !== 0;
  form.delete(PDFName.of('SigFlags'));
  const order = lookupArray(form, 'CO');
  if (order) removeFromArray(file, order, removed);
  const isEmpty = (lookupArray(form, 'Fields')?.size() ?? 0) === 0 && !form.has(PDFName.of('XFA'));
  if (isEmpty && removed.size > 0) file.catalog.delete(PDFName.of('AcroForm'));
  return wasSigned;
}

/**
 * Structure elements and actions may still refer to them. Keeps the catalog and pages, even if the file uses
 * them as signatures.
 */
function eraseRemoved(file: PdfFile, fields: readonly FieldNode[], removed: ReadonlySet<PDFDict>): void {
  const values = fields.map((field) => findSignatureValue(field)).filter((value) => value !== undefined);
  const kept = listDocumentParts(file);
  const erased = new Set([...removed, ...values].filter((dict) => !kept.has(dict)));
  for (const dict of erased) for (const key of dict.keys()) dict.delete(key);
  for (const { ref, dict } of fields) if (ref && erased.has(dict)) file.context.delete(ref);
}

function deleteKeys(dict: PDFDict, keys: readonly string[]): boolean {
  const found = keys.filter((key) => dict.has(PDFName.of(key)));
  for (const key of found) dict.delete(PDFName.of(key));
  return found.length > 0;
}
