import {
  FIELD_INDEX,
  lookupArray,
  lookupDict,
  lookupName,
  lookupNumber,
  type PdfFile,
  type PdfPage,
  type RawDict,
  rawName,
  rawRef,
  replaceItems,
} from '@countersign/pdf';
import { checkArguments } from '@countersign/pdf/arguments';
import { type PDFArray, PDFDict, PDFHexString, PDFName, type PDFObject, PDFRef, PDFString } from 'pdf-lib';
import { FILE } from '../arguments.ts';
import { readCertificateName, readStatedSigner, type StatedSigner } from '../cms/certificates.ts';
import { hasSignatureType } from '../fields/non-signature-fields.ts';
import {
  type FieldNode,
  findSignatureFields,
  findSignatureValue,
  readDate,
  readText,
} from '../fields/signature-fields.ts';
import { containsWord } from '../search-bytes.ts';
import { dropUnlistedPages, dropUnlistedSignatures, listDocumentParts } from './document-parts.ts';

/** Every signature dictionary has this key uncompressed (ISO 32000-1 12.8.1). */
const BYTE_RANGE = '/ByteRange';

/**
 * Truncating the file to an earlier revision would restore it. Searches only files with several revisions.
 */
function hasEarlierSignature({ source, trailer }: PdfFile): boolean {
  return trailer.has(PDFName.of('Prev')) && containsWord(source, BYTE_RANGE);
}

/** The statements of a removed signature, which are not verified. */
export interface RemovedSignature {
  readonly fieldName: string;
  /** The name of the certificate, otherwise of /Name; null if neither has it. */
  readonly signerName: string | null;
  /** ISO 8601, from /M or the CMS; null if neither has it. */
  readonly signedAt: string | null;
}

const MAX_SIGNATURES_READ = 1_000;

function describeSignatures(fields: readonly FieldNode[]): RemovedSignature[] {
  const known = new Map<PDFDict, StatedSigner>();
  return fields.flatMap((field) => {
    const value = findSignatureValue(field);
    if (value === undefined) return [];
    const stated = known.get(value) ?? (known.size < MAX_SIGNATURES_READ ? readSigner(value) : NOT_READ);
    known.set(value, stated);
    return [describeSignature(field.name, value, stated)];
  });
}

const NOT_READ: StatedSigner = { name: undefined, signedAt: undefined };

/** /Name if the signature has no name (ISO 32000-1 table 252). */
function describeSignature(fieldName: string, value: PDFDict, stated: StatedSigner): RemovedSignature {
  const written = readDate(value, 'M');
  const signedAt = written && !Number.isNaN(written.getTime()) ? written : stated.signedAt;
  return {
    fieldName,
    signerName: stated.name ?? readText(value, 'Name') ?? null,
    signedAt: signedAt?.toISOString() ?? null,
  };
}

/** Reads the CMS or, for adbe.x509.rsa_sha1, the first entry of /Cert. */
function readSigner(value: PDFDict): StatedSigner {
  const chain = lookupArray(value, 'Cert');
  const certificate = bytesOf(chain === undefined ? value.lookup(PDFName.of('Cert')) : chain.lookup(0));
  if (certificate !== undefined) return { name: readCertificateName(certificate), signedAt: undefined };
  const cms = bytesOf(value.lookup(PDFName.of('Contents')));
  return cms === undefined ? NOT_READ : readStatedSigner(cms);
}

function bytesOf(value: PDFObject | undefined): Uint8Array | undefined {
  return value instanceof PDFHexString || value instanceof PDFString ? value.asBytes() : undefined;
}

/** The limit ends cyclic /Parent chains. */
const MAX_PARENTS = 32;
const WIDGET = 'Widget';
const SIGNATURE = 'Sig';

/** Finds widgets mostly by their bytes, without creating objects. */
class SignatureWidgets {
  readonly #file: PdfFile;

  constructor(file: PdfFile) {
    this.#file = file;
  }

  /** Finds the dictionary of an /Annots item. */
  find(item: PDFObject): PDFDict | undefined {
    if (item instanceof PDFRef && this.#isPlainlyOther(item)) return undefined;
    const dict = this.#file.context.lookup(item);
    return dict instanceof PDFDict && isSignatureWidget(dict) ? dict : undefined;
  }

  #isPlainlyOther(ref: PDFRef): boolean {
    const raw = this.#file.walkField(ref);
    if (raw === undefined) return false;
    if (hasOtherType(raw)) return true;
    if (raw.kindAt(FIELD_INDEX.Subtype) !== 'name') return false;
    if (rawName(raw.at(FIELD_INDEX.Subtype)) !== WIDGET) return true;
    if (raw.kindAt(FIELD_INDEX.FT) !== 'null') return false;
    const parent = raw.at(FIELD_INDEX.Parent);
    return parent === undefined || this.#isUnderOther(rawRef(parent));
  }

  #isUnderOther(parent: PDFRef | undefined): boolean {
    const raw = parent && this.#file.walkField(parent);
    return raw !== undefined && hasOtherType(raw);
  }
}

function hasOtherType(raw: RawDict): boolean {
  return raw.kindAt(FIELD_INDEX.FT) === 'name' && !hasSignatureType(raw);
}

/** The type /FT may be inherited (ISO 32000-1 12.7.3.1). */
function isSignatureWidget(widget: PDFDict): boolean {
  if (lookupName(widget, 'Subtype') !== WIDGET) return false;
  let dict: PDFDict | undefined = widget;
  for (let level = 0; dict && level < MAX_PARENTS; level++) {
    const type = lookupName(dict, 'FT');
    if (type !== undefined) return type === SIGNATURE;
    dict = lookupDict(dict, 'Parent');
  }
  return false;
}

export interface SignatureStripReport {
  /** The fully qualified names of fields, signed or not. */
  readonly removedFields: readonly string[];
  readonly removedSignatures: number;
  readonly signatures: readonly RemovedSignature[];
  /** The number of signature widgets without a field. */
  readonly removedOrphans: number;
  readonly removedCertification: boolean;
  /** The file had validation data (/DSS), signature flags or a signed earlier revision. */
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
  const fields = findSignatureFields(file);
  const signatures = describeSignatures(fields);
  const removed = collectTrees(fields.map(({ dict }) => dict));
  removeFields(file, fields, removed);
  const orphans = removeWidgets(file, new SignatureWidgets(file), removed);
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

/** Removes the fields, and parents that become empty. */
function removeFields(file: PdfFile, fields: readonly FieldNode[], removed: Set<PDFDict>): void {
  const parents = new Map(fields.map(({ siblings, parent }) => [siblings, parent]));
  // Each array is written once: removing thousands of fields one by one would cost minutes.
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
    if (removed.size > 0) removeFromPage(file, page, removed);
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
  if (removed.size === 0) return;
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
