import type { LaterChanges } from './later-changes.ts';

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
  /** Nothing was added to the file after this signature. */
  readonly coversWholeDocument: boolean;
  /**
   * What was added after it: `none`; `evidence`, only validation data and document timestamps that nobody sees; `other`,
   * anything else, or it cannot be told. Of a signature that is not valid it is `other`, and of one behind many others.
   */
  readonly laterChanges: LaterChanges;
  /** One sentence for everything that is wrong; empty when `valid`. */
  readonly problems: readonly string[];
}

/** What a timestamp authority stated. */
export interface StatedTime {
  /** ISO 8601. */
  readonly time: string;
  /** Common name of the authority's certificate. */
  readonly authority: string;
}
