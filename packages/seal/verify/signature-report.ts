import type { PadesLevel } from '../levels.ts';
import type { SignatureProblem } from '../signature-problem.ts';
import type { ChangeKind, LaterChange } from './changes/later-change.ts';

/** What can be said of one signature. */
export interface SignatureReport {
  readonly fieldName: string;
  readonly subFilter: string;
  /** Common name of the certificate, else the dictionary's /Name, else empty. */
  readonly signerName: string;
  /** ISO 8601 from /M or the signing-time attribute: what the signer claims. Null when neither tells. */
  readonly signedAt: string | null;
  /** The timestamp of the signature (PAdES B-T and above); null when there is none that can be read. */
  readonly timestamp: StatedTime | null;
  /**
   * Byte range, digest, cryptographic signature, certificate references and timestamp are right. Trust is not decided here.
   */
  readonly valid: boolean;
  /**
   * The PAdES baseline level of a valid signature, by what the file holds for it: `B-T` a timestamp, `B-LT` validation data
   * besides, `B-LTA` a valid document timestamp over those. Whether the data suffice is not decided here. Null of anything else.
   */
  readonly level: PadesLevel | null;
  /** Of the covered bytes as they are; null when the signature cannot be read. */
  readonly digest: StatedDigest | null;
  /** The signer's certificate, then its issuers as far as the signature holds them. Empty when it cannot be read. */
  readonly certificates: readonly CertificateFacts[];
  /** 1 for what the file's first signature covers, then one more for every longer beginning that was signed; null when it cannot be read. */
  readonly revision: number | null;
  /** Bytes from the beginning of the file to the end of what is covered, the signature itself counted; 0 when it cannot be read. */
  readonly coveredBytes: number;
  /** Nothing was added to the file after this signature. */
  readonly coversWholeDocument: boolean;
  /**
   * What came after it, by the gravest change: `none`; `validation_data`, validation data, dates and document timestamps that
   * nobody sees; `signature`, further signatures; `form_filling`; `annotations`; `other`. Of a signature that is not valid `other`.
   */
  readonly laterChanges: ChangeKind;
  /** Each change after it; some fifty of them at most. */
  readonly changes: readonly LaterChange[];
  /**
   * Whether the signature is valid and all that came after it is allowed: by its own and earlier DocMDP and FieldMDP, or
   * without those further signatures and the filling in of empty fields.
   */
  readonly changesAllowed: boolean;
  /** Everything that is wrong; empty when `valid`. */
  readonly problems: readonly SignatureProblem[];
}

/** A digest in words. */
export interface StatedDigest {
  /** As OpenSSL calls it: `sha256`. */
  readonly algorithm: string;
  /** Lower-case hex. */
  readonly value: string;
}

/** What people want to know of a certificate. */
export interface CertificateFacts {
  /** Common name. */
  readonly name: string;
  /** Common name of its issuer, its own when it vouches for itself. */
  readonly issuerName: string;
  /** Hex. */
  readonly serialNumber: string;
  /** ISO 8601. */
  readonly validFrom: string;
  /** ISO 8601. */
  readonly validTo: string;
  /** SHA-256 of the certificate, lower-case hex. */
  readonly sha256: string;
}

/** What a timestamp authority stated. */
export interface StatedTime {
  /** ISO 8601. */
  readonly time: string;
  /** Common name of the authority's certificate. */
  readonly authority: string;
}
