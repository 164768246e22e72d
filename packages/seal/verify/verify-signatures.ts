import { lookupName, openPdf, type PdfFile } from '@countersign/pdf';
import type { PDFDict } from 'pdf-lib';
import { type CmsPolicy, checkCms } from '../cms/check-cms.ts';
import { findSignatureFields, findSignatureValue } from '../fields/signature-fields.ts';
import { readDate, readText } from '../fields/text.ts';
import type { SignatureReport } from './signature-report.ts';
import { readSignedRange } from './signed-range.ts';

/** The kinds of signature that are checked, and how strictly. */
const POLICIES: ReadonlyMap<string, CmsPolicy> = new Map([
  ['ETSI.CAdES.detached', { requireSigningCertificate: true, requireDer: true }],
  ['adbe.pkcs7.detached', { requireSigningCertificate: false, requireDer: false }],
]);

/**
 * Checks every signature of a file, given by path, bytes or as an open file (which must be unchanged). Reads the file
 * in pieces. Never throws for what a signature holds; throws PdfError when the file cannot be opened.
 */
export function verifySignatures(input: string | Uint8Array | PdfFile): SignatureReport[] {
  if (typeof input !== 'string' && !(input instanceof Uint8Array)) return verifyOpenFile(input);
  const file = openPdf(input);
  try {
    return verifyOpenFile(file);
  } finally {
    file.close();
  }
}

function verifyOpenFile(file: PdfFile): SignatureReport[] {
  const reports: SignatureReport[] = [];
  for (const field of findSignatureFields(file)) {
    const signature = findSignatureValue(field);
    if (signature) reports.push(verifySignature(file, field.name, signature));
  }
  return reports;
}

function verifySignature(file: PdfFile, fieldName: string, signature: PDFDict): SignatureReport {
  const subFilter = lookupName(signature, 'SubFilter') ?? '';
  const told = {
    fieldName,
    subFilter,
    signerName: readText(signature, 'Name') ?? '',
    signedAt: toIso(readDate(signature, 'M')),
  };
  const range = readSignedRange(file.source, signature);
  if (typeof range === 'string')
    return { ...told, valid: false, coversWholeDocument: false, problems: [range] };
  const { coversWholeDocument } = range;
  const policy = POLICIES.get(subFilter);
  if (!policy) {
    const problem = `Signatures of the kind "${subFilter}" are not supported`;
    return { ...told, valid: false, coversWholeDocument, problems: [problem] };
  }
  const { problems, signerName, signingTime } = checkCms(range.contents, range.feedContent, policy);
  return {
    ...told,
    signerName: signerName || told.signerName,
    signedAt: told.signedAt ?? toIso(signingTime),
    valid: problems.length === 0,
    coversWholeDocument,
    problems,
  };
}

function toIso(date: Date | undefined): string | null {
  return date && !Number.isNaN(date.getTime()) ? date.toISOString() : null;
}
