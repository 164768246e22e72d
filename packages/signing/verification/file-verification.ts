import type { ChainFault } from '../audit/find-broken-entry.ts';
import type { SignatureType } from '../methods/methods.ts';
import type { Identification, Ink } from '../methods/parts.ts';
import type { SignatureReport, VerificationReport } from '../ports/pdf-toolkit.ts';

/** The verification of a PDF, for its holder. It shows only what the file has, and whether we know it. */
export interface FileVerification {
  /** Of the whole file, lower-case hex. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  readonly signatures: readonly VerifiedSignature[];
  /** As for any file, but nothing except validation data may follow a seal of this service. */
  readonly state: VerificationReport['state'];
  /** Null unless the file was sealed here. */
  readonly origin: SealedOrigin | null;
  /** What `evidence.json` claims, which may be forged; only if `origin` is null. */
  readonly claimedDocumentId: string | null;
}

export interface VerifiedSignature extends SignatureReport {
  /** Made with this service's certificate. Names alone can be forged. */
  readonly ownCertificate: boolean;
}

/** A document completed here, as its sealed file describes it. */
export interface SealedOrigin {
  /** `whole`: exactly the sealed file. `beginning`: the sealed file with additions, permitted ones if the file is `intact`. */
  readonly match: 'whole' | 'beginning';
  readonly documentId: string;
  readonly name: string | null;
  /** ISO 8601. */
  readonly sealedAt: string | null;
  readonly signees: readonly VerifiedSignee[];
  /** Null for documents older than the chained audit trail. */
  readonly trail: VerifiedTrail | null;
}

export interface VerifiedSignee {
  readonly fullName: string;
  /** ISO 8601. */
  readonly signedAt: string | null;
  readonly signatureType: SignatureType | null;
  readonly ink: Ink['kind'] | null;
  /** The identity provider and the name; null for a method without identification. */
  readonly identification: Pick<Identification, 'provider' | 'fullName'> | null;
}

export interface VerifiedTrail {
  /** The last entry under the seal: its sequence number and hash. */
  readonly sequence: number;
  readonly hash: string;
  /** All stored entries are unchanged, and the sealed one is among them. */
  readonly isWhole: boolean;
  /** The problem of the first changed entry. */
  readonly fault: ChainFault | null;
}
