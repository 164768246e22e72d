import { lookupArray } from '@countersign/pdf';
import { type PDFDict, PDFHexString, PDFName, type PDFObject, PDFString } from 'pdf-lib';
import { readCertificateName } from '../cms/certificate-names.ts';
import { readStatedSigner, type StatedSigner } from '../cms/stated-signer.ts';
import { type FieldNode, findSignatureValue } from '../fields/signature-fields.ts';
import { readDate, readText } from '../fields/text.ts';

/** What the file told of a signature that was removed. Nothing of it was checked. */
export interface RemovedSignature {
  readonly fieldName: string;
  /** Of the certificate or, where there is none that can be read, /Name of the dictionary; null when neither tells. */
  readonly signerName: string | null;
  /** ISO 8601 from /M, or from the signature itself; null when neither tells. */
  readonly signedAt: string | null;
}

/** Signatures of one file that are looked into. A hundred are a lot; of others the dictionary tells. */
const MAX_SIGNATURES_READ = 1_000;

/** One for each field with a value; what several fields share was signed by the same. */
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

/** ISO 32000-1 table 252: /Name is for when the signature does not tell. */
function describeSignature(fieldName: string, value: PDFDict, stated: StatedSigner): RemovedSignature {
  const told = readDate(value, 'M');
  const signedAt = told && !Number.isNaN(told.getTime()) ? told : stated.signedAt;
  return {
    fieldName,
    signerName: stated.name ?? readText(value, 'Name') ?? null,
    signedAt: signedAt?.toISOString() ?? null,
  };
}

/** The certificate is in the CMS, or with signatures that are none (adbe.x509.rsa_sha1) in /Cert, first of its chain. */
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
