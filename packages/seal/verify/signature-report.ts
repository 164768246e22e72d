/** What can be said of one signature. */
export interface SignatureReport {
  readonly fieldName: string;
  readonly subFilter: string;
  /** Common name of the certificate, else the dictionary's /Name, else empty. */
  readonly signerName: string;
  /** ISO 8601 from /M or the signing-time attribute: what the signer claims. Null when neither tells. */
  readonly signedAt: string | null;
  /** Byte range, digest, cryptographic signature and certificate references are right. Trust is not decided here. */
  readonly valid: boolean;
  /** Nothing was added to the file after this signature. */
  readonly coversWholeDocument: boolean;
  /** One sentence for everything that is wrong; empty when `valid`. */
  readonly problems: readonly string[];
}
