import { encodeTextString, lookupDict, type PdfFile } from '@countersign/pdf';
import { invalidArgument } from '@countersign/pdf/arguments';
import { PDFDict, PDFName, type PDFRef, PDFString } from 'pdf-lib';
import { readLock } from '../fields/permissions.ts';
import { type FieldNode, findSignatureFields } from '../fields/signature-fields.ts';
import { findUserRect, type PageRect } from '../placement/check-boxes.ts';
import { requireSigningAllowed } from './earlier-signatures.ts';
import { findSealField, findWidget, notUsable, type SealField, type Spot } from './find-field.ts';
import {
  applySeedValues,
  type CertificationLevel,
  type SeedChoices,
  type SignaturePlan,
} from './seed-values.ts';
import { layOutAppearance, type SignatureAppearance } from './signature-appearance.ts';
import { addSignatureField, signField } from './signature-widget.ts';

export interface SealStatement {
  readonly reason: string;
  readonly name: string;
  /** Written as /M; PAdES has no signing-time attribute. */
  readonly signedAt: Date;
  readonly location?: string | undefined;
  readonly contactInfo?: string | undefined;
  /**
   * Certifies the file. A number is the level of DocMDP (ISO 32000-2 12.8.2.2): 1 lets only validation data follow, 2
   * also filling in and signing, 3 also notes; if the file is signed already, it throws `signing_not_allowed`. `true` is
   * level 1 if the file has no other signature fields, even empty ones, and otherwise an approval signature.
   */
  readonly certify?: boolean | 1 | 2 | 3 | undefined;
  /** The fully qualified name of an empty signature field, or the name of a new one. Default: a new one, `Seal`. */
  readonly field?: string | undefined;
  /** What people see. By default the signature is invisible. */
  readonly appearance?: SealAppearance | undefined;
}

export interface SealAppearance extends SignatureAppearance {
  /** Where a new field is, in displayed points. An existing field keeps its rectangle. */
  readonly box?: PageRect | undefined;
}

/** What is known of the signer when the field is chosen. */
export type SignatureMaker = Omit<SignaturePlan, 'reason' | 'level'>;

const UNKNOWN_MAKER: SignatureMaker = { digest: 'sha256', certificateChain: undefined, isTimestamped: false };

/**
 * Puts a signature dictionary into an empty field, or into a new one. Everything is checked before the file is changed.
 * Returns the dictionary's reference.
 */
export async function addSealField(
  file: PdfFile,
  statement: SealStatement,
  maker: SignatureMaker = UNKNOWN_MAKER,
): Promise<PDFRef> {
  const fields = findSignatureFields(file);
  const target = findSealField(file, statement.field, fields);
  const node = target.kind === 'existing' ? target.node : undefined;
  const level = levelOf(statement.certify, fields.length > (node ? 1 : 0));
  const plan = { ...maker, reason: statement.reason, level };
  const choices = applySeedValues(node?.dict, target.name, plan);
  const lock = node && readFieldLock(file, node);
  const { appearance } = statement;
  const spot = appearance && findSpot(file, target, appearance);
  const isFirst = requireSigningAllowed(file, fields, {
    field: node && target.name,
    level: choices.level,
    isNewAndVisible: node === undefined && spot !== undefined,
  });
  const look =
    appearance && spot && (await layOutAppearance(file, spot.page.geometry, spot.rect, appearance));

  const signature = file.context.register(describeSignature(file, statement, choices, lock));
  // A changed structure would be reported as a change after an earlier signature.
  const description = isFirst && appearance ? describe(appearance, statement) : undefined;
  const shown = look && spot && { ...spot, look: await look.write(), description };
  if (node) signField(file, node.dict, signature, shown);
  else addSignatureField(file, signature, target.name, shown);
  if (choices.level > 0) certify(file, signature);
  return signature;
}

/** Undefined leaves it to the field, which may demand a certification. */
function levelOf(certify: SealStatement['certify'], hasOtherFields: boolean): CertificationLevel | undefined {
  if (certify === undefined) return undefined;
  if (certify === false) return 0;
  // A certification is the first signature, and would forbid to sign the empty fields.
  return certify === true ? (hasOtherFields ? 0 : 1) : certify;
}

/** Where the signature is shown. */
function findSpot(file: PdfFile, target: SealField, { box }: SealAppearance): Spot {
  if (target.kind === 'existing') {
    if (box === undefined) return findWidget(file, target.node);
    throw notUsable(target.name, 'has_rectangle', `The field "${target.name}" has a rectangle: omit the box`);
  }
  if (box === undefined) throw invalidArgument('options.appearance.box', 'the box of a new field', box);
  return { widget: undefined, ...findUserRect(file, box) };
}

function describe({ description, lines = [] }: SealAppearance, { name }: SealStatement): string {
  return description ?? (lines.join('\n').trim() || name);
}

function describeSignature(
  file: PdfFile,
  { signedAt, name, location, contactInfo }: SealStatement,
  { subFilter, reason, level }: SeedChoices,
  lock: PDFDict | undefined,
): PDFDict {
  const signature = file.context.obj({ Type: 'Sig', Filter: 'Adobe.PPKLite', SubFilter: subFilter });
  const texts = { Name: name, Reason: reason, Location: location, ContactInfo: contactInfo };
  signature.set(PDFName.of('M'), PDFString.fromDate(signedAt));
  for (const [key, text] of Object.entries(texts))
    if (text !== undefined) signature.set(PDFName.of(key), encodeTextString(text));
  const references = [...(level > 0 ? [permitChanges(file, level)] : []), ...(lock ? [lock] : [])];
  if (references.length > 0) signature.set(PDFName.of('Reference'), file.context.obj(references));
  return signature;
}

/** PDF/A-2 6.1.12 forbids to add a digest. */
function permitChanges({ context }: PdfFile, level: CertificationLevel): PDFDict {
  return context.obj({
    Type: 'SigRef',
    TransformMethod: 'DocMDP',
    TransformParams: { Type: 'TransformParams', P: level, V: PDFName.of('1.2') },
  });
}

function certify(file: PdfFile, signature: PDFRef): void {
  const key = PDFName.of('Perms');
  const permissions = lookupDict(file.catalog, 'Perms') ?? PDFDict.withContext(file.context);
  permissions.set(PDFName.of('DocMDP'), signature);
  if (!file.catalog.has(key)) file.catalog.set(key, permissions);
}

/** Repeats /Lock of a field as FieldMDP (ISO 32000-2 12.8.2.4). */
function readFieldLock(file: PdfFile, { dict, name }: FieldNode): PDFDict | undefined {
  const entry = dict.lookup(PDFName.of('Lock'));
  if (entry === undefined) return undefined;
  const [lock] = entry instanceof PDFDict ? readLock(entry) : [];
  if (lock === undefined)
    throw notUsable(
      name,
      'lock_not_readable',
      `The field "${name}" has a /Lock that does not say what it locks`,
    );
  const { context } = file;
  const params = context.obj({ Type: 'TransformParams', Action: lock.action, V: PDFName.of('1.2') });
  if (lock.action !== 'All') params.set(PDFName.of('Fields'), context.obj(lock.fields.map(encodeTextString)));
  const reference = context.obj({ Type: 'SigRef', TransformMethod: 'FieldMDP', TransformParams: params });
  const root = context.trailerInfo.Root;
  if (root) reference.set(PDFName.of('Data'), root);
  return reference;
}
