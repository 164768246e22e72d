import type { ChainFault } from '../audit/find-broken-entry.ts';
import type { SignatureType } from '../methods/methods.ts';
import type { Identification, Ink } from '../methods/parts.ts';
import type { SignatureReport, VerificationReport } from '../ports/pdf-toolkit.ts';

/** For the holder: only what the file has, and whether we know it. */
export interface FileVerification {
  /** Of the whole file, lower-case hex. */
  readonly sha256: string;
  readonly size: number;
  readonly signatures: readonly VerifiedSignature[];
  /** Nothing except validation data may follow a seal of this service. */
  readonly state: VerificationReport['state'];
  /** Null unless sealed here. */
  readonly origin: SealedOrigin | null;
  /** By `evidence.json`, which may be forged; only if `origin` is null. */
  readonly claimedDocumentId: string | null;
}

export interface VerifiedSignature extends SignatureReport {
  /** Names alone can be forged. */
  readonly ownCertificate: boolean;
}

/** Completed here. */
export interface SealedOrigin {
  /** `beginning`: the sealed file with additions, permitted ones if the file is `intact`. */
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
  /** Null for a method without identification. */
  readonly identification: Pick<Identification, 'provider' | 'fullName' | 'isSandbox'> | null;
}

export interface VerifiedTrail {
  /** Of the last entry under the seal. */
  readonly sequence: number;
  readonly hash: string;
  /** All stored entries are unchanged, and the sealed one is among them. */
  readonly isWhole: boolean;
  /** Of the first changed entry. */
  readonly fault: ChainFault | null;
}
