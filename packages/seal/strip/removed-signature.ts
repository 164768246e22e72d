import { lookupArray } from '@countersign/pdf';
import { type PDFDict, PDFHexString, PDFName, type PDFObject, PDFString } from 'pdf-lib';
import { readCertificateName } from '../cms/certificate-names.ts';
import { readStatedSigner, type StatedSigner } from '../cms/stated-signer.ts';
import { type FieldNode, findSignatureValue } from '../fields/signature-fields.ts';
import { readDate, readText } from '../fields/text.ts';

/** What a removed signature states. Not verified. */
export interface RemovedSignature {
  readonly fieldName: string;
  /** From the certificate, otherwise from /Name; null if neither has it. */
  readonly signerName: string | null;
  /** ISO 8601, from /M or the CMS; null if neither has it. */
  readonly signedAt: string | null;
}

const MAX_SIGNATURES_READ = 1_000;

export function describeSignatures(fields: readonly FieldNode[]): RemovedSignature[] {
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

/** From the CMS or, for adbe.x509.rsa_sha1, first in /Cert. */
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
