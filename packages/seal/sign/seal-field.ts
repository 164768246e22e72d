import { encodeTextString, lookupArray, lookupDict, lookupNumber, type PdfFile } from '@countersign/pdf';
import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFRef, PDFString } from 'pdf-lib';
import { NonSignatureFields } from '../fields/non-signature-fields.ts';
import { chooseFieldName, findSignatureFields } from '../fields/signature-fields.ts';

export interface SealStatement {
  readonly reason: string;
  readonly name: string;
  /** Written as /M; PAdES has no signing-time attribute. */
  readonly signedAt: Date;
  /**
   * Certifies the file, so that only validation data may follow (DocMDP 1, ISO 32000-2 12.8.2.2). A file with
   * signature fields, even empty ones, gets an approval signature instead.
   */
  readonly certify?: boolean;
}

const FIELD_NAME = 'Seal';
/** The flags are Print and Locked (ISO 32000-1 table 165). PDF/A requires Print for invisible widgets too. */
const WIDGET_FLAGS = 4 | 128;
/** The flags are SignaturesExist and AppendOnly (table 219). */
const SIGNATURE_FLAGS = 1 | 2;

/** Returns its signature dictionary. */
export function addSealField(file: PdfFile, statement: SealStatement): PDFRef {
  const signature = createSignature(file, statement);
  // A certification is the first signature, and would forbid to sign the empty fields.
  const others = new NonSignatureFields(file);
  const isCertification = statement.certify === true && findSignatureFields(file, others).length === 0;
  if (isCertification) signature.set(PDFName.of('Reference'), file.context.obj([forbidChanges(file)]));
  const ref = addSignatureField(file, signature, FIELD_NAME, others);
  if (isCertification) file.catalog.set(PDFName.of('Perms'), file.context.obj({ DocMDP: ref }));
  return ref;
}

/** Invisible, with a unique name. Returns the value's reference. */
export function addSignatureField(
  file: PdfFile,
  value: PDFDict,
  name: string,
  examined?: NonSignatureFields,
): PDFRef {
  const { context } = file;
  const signature = context.register(value);
  const page = file.page(0);
  const widget = context.obj({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    Rect: [0, 0, 0, 0],
    F: WIDGET_FLAGS,
    P: page.ref,
    V: signature,
  });
  widget.set(PDFName.of('T'), encodeTextString(chooseFieldName(file, name, examined)));
  const ref = context.register(widget);
  ensureArray(page.dict, 'Annots').push(ref);
  addToForm(file, ref);
  return signature;
}

/** PDF/A-2 6.1.12 forbids to add a digest. */
function forbidChanges({ context }: PdfFile): PDFDict {
  return context.obj({
    Type: 'SigRef',
    TransformMethod: 'DocMDP',
    TransformParams: { Type: 'TransformParams', P: 1, V: PDFName.of('1.2') },
  });
}

function createSignature(file: PdfFile, statement: SealStatement): PDFDict {
  const signature = file.context.obj({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
  });
  signature.set(PDFName.of('M'), PDFString.fromDate(statement.signedAt));
  signature.set(PDFName.of('Name'), encodeTextString(statement.name));
  signature.set(PDFName.of('Reason'), encodeTextString(statement.reason));
  return signature;
}

function addToForm(file: PdfFile, field: PDFRef): void {
  const form = ensureForm(file);
  ensureArray(form, 'Fields').push(field);
  const flags = lookupNumber(form, 'SigFlags') ?? 0;
  form.set(PDFName.of('SigFlags'), PDFNumber.of(flags | SIGNATURE_FLAGS));
}

function ensureForm(file: PdfFile): PDFDict {
  const existing = lookupDict(file.catalog, 'AcroForm');
  if (existing) return existing;
  const form = PDFDict.withContext(file.context);
  file.catalog.set(PDFName.of('AcroForm'), file.context.register(form));
  return form;
}

function ensureArray(dict: PDFDict, key: string): PDFArray {
  const existing = lookupArray(dict, key);
  if (existing) return existing;
  const array = PDFArray.withContext(dict.context);
  dict.set(PDFName.of(key), array);
  return array;
}
