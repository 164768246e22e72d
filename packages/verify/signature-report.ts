import type { X509Certificate } from 'node:crypto';
import { lookupArray, lookupDict, type PdfFile } from '@countersign/pdf';
import { readCommonName, readIssuerName } from '@countersign/seal/checks';
import type { PadesLevel } from '@countersign/seal/limits';
import type { SignatureProblem } from '@countersign/seal/signature-problem';
import type { ChangeKind, LaterChange } from './changes/later-change.ts';

/** The verification result of one signature. */
export interface SignatureReport {
  readonly fieldName: string;
  readonly subFilter: string;
  /** Common name of the certificate, otherwise /Name of the dictionary, otherwise empty. */
  readonly signerName: string;
  /**
   * The time of /M or the signing-time attribute in ISO 8601, as claimed by the signer. It is null if neither
   * is present.
   */
  readonly signedAt: string | null;
  /** The timestamp of the signature (PAdES B-T and above); null if none can be read. */
  readonly timestamp: StatedTime | null;
  /**
   * Byte range, digest, signature value, certificate references and timestamp are valid. Does not consider
   * trust.
   */
  readonly valid: boolean;
  /**
   * PAdES baseline level of a valid signature by the data present; otherwise null. `B-T` has a timestamp,
   * `B-LT` validation data, `B-LTA` a valid document timestamp over it. Does not decide whether the data
   * suffice.
   */
  readonly level: PadesLevel | null;
  /** The digest of the bytes that are actually covered; null if the signature cannot be read. */
  readonly digest: StatedDigest | null;
  /** The signer's certificate and its issuers, as far as present. The list is empty if the signature cannot be read. */
  readonly certificates: readonly CertificateFacts[];
  /** Number of the signed revision from 1, by its end; null if the signature cannot be read. */
  readonly revision: number | null;
  /** End of the covered bytes, including the signature itself; 0 if it cannot be read. */
  readonly coveredBytes: number;
  /** Nothing was appended after this signature. */
  readonly coversWholeDocument: boolean;
  /**
   * The most serious later change; `other` if the signature is invalid. `validation_data` includes dates and
   * document timestamps.
   */
  readonly laterChanges: ChangeKind;
  /** There are about fifty changes at most. */
  readonly changes: readonly LaterChange[];
  /**
   * The signature is valid and all later changes are allowed. Decided by its own and earlier DocMDP and
   * FieldMDP; without those, further signatures and filling in empty fields are allowed.
   */
  readonly changesAllowed: boolean;
  /** The list is empty if `valid`. */
  readonly problems: readonly SignatureProblem[];
  /** Weaknesses of the signature that do not make it invalid, such as SHA-1. */
  readonly remarks: readonly SignatureProblem[];
}

export interface StatedDigest {
  readonly algorithm: string;
  /** The value is lower-case hex. */
  readonly value: string;
}

export interface CertificateFacts {
  readonly name: string;
  /** Common name of the issuer; the certificate's own if it is self-signed. */
  readonly issuerName: string;
  /** The serial number is in hex. */
  readonly serialNumber: string;
  /** The time is in ISO 8601. */
  readonly validFrom: string;
  /** The time is in ISO 8601. */
  readonly validTo: string;
  /** SHA-256 of the certificate, lower-case hex. */
  readonly sha256: string;
}

/** The time stated by a timestamp authority. */
export interface StatedTime {
  /** The time is in ISO 8601. */
  readonly time: string;
  /** Common name of the authority's certificate. */
  readonly authority: string;
}

export function describeCertificates(chain: readonly X509Certificate[]): readonly CertificateFacts[] {
  return chain.map((certificate) => ({
    name: readCommonName(certificate),
    issuerName: readIssuerName(certificate),
    serialNumber: certificate.serialNumber.toLowerCase(),
    validFrom: toIso(certificate.validFrom),
    validTo: toIso(certificate.validTo),
    sha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
  }));
}

/** OpenSSL's format if JavaScript cannot parse it. */
function toIso(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
}

/** The clocks of signer, timestamp authority and this machine may differ by this time. */
export const MAX_CLOCK_DIFFERENCE_MS = 24 * 60 * 60 * 1000;

type Findings = Pick<SignatureReport, 'subFilter' | 'valid' | 'timestamp' | 'coveredBytes'>;

/** Finds the PAdES baseline level (ETSI EN 319 142-1 6). */
export function createLevelFinder(
  all: readonly Findings[],
  hasValidationData: boolean,
): (signature: Findings) => PadesLevel | null {
  const timestamps = all.filter(({ subFilter, valid }) => subFilter === 'ETSI.RFC3161' && valid);
  return ({ subFilter, valid, timestamp, coveredBytes }) => {
    if (subFilter !== 'ETSI.CAdES.detached' || !valid) return null;
    if (timestamp === null) return 'B-B';
    if (!hasValidationData) return 'B-T';
    const isArchived = timestamps.some(
      (later) => later.coveredBytes > coveredBytes && isNotBefore(later.timestamp, timestamp),
    );
    return isArchived ? 'B-LTA' : 'B-LT';
  };
}

function isNotBefore(later: StatedTime | null, earlier: StatedTime): boolean {
  return later !== null && Date.parse(later.time) >= Date.parse(earlier.time) - MAX_CLOCK_DIFFERENCE_MS;
}

/** Certificates and revocation data in the document security store. */
export function holdsValidationData({ catalog }: PdfFile): boolean {
  const store = lookupDict(catalog, 'DSS');
  const has = (key: string) => store !== undefined && (lookupArray(store, key)?.size() ?? 0) > 0;
  return has('Certs') && (has('OCSPs') || has('CRLs'));
}
