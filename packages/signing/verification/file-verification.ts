import type { ChainFault } from '../audit/find-broken-entry.ts';
import type { SignatureType } from '../methods/methods.ts';
import type { Identification, Ink } from '../methods/parts.ts';
import type { SignatureReport, VerificationReport } from '../ports/pdf-toolkit.ts';

/** What anybody who holds a PDF may know of it. Nothing in it comes from anywhere but the file, save whether we know it. */
export interface FileVerification {
  /** Of the whole file, lower-case hex. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  readonly signatures: readonly VerifiedSignature[];
  readonly state: VerificationReport['state'];
  /** Null when it is no file that was sealed here. */
  readonly origin: SealedOrigin | null;
  /** What `evidence.json` says it is, whoever wrote that; only where `origin` is null. */
  readonly claimedDocumentId: string | null;
}

interface VerifiedSignature extends SignatureReport {
  /** Made with the certificate that this service seals with. Anybody can make one with the same name. */
  readonly ownCertificate: boolean;
}

/** A document that was completed here, as its sealed file tells of it. */
export interface SealedOrigin {
  /** `whole`: byte for byte the sealed file. `beginning`: it begins with the sealed file, and something was added to it. */
  readonly match: 'whole' | 'beginning';
  readonly documentId: string;
  readonly name: string | null;
  /** When it was sealed; ISO 8601. */
  readonly sealedAt: string | null;
  readonly signees: readonly VerifiedSignee[];
  /** Null of a document that is older than the chained audit trail. */
  readonly trail: VerifiedTrail | null;
}

export interface VerifiedSignee {
  readonly fullName: string;
  /** ISO 8601. */
  readonly signedAt: string | null;
  readonly signatureType: SignatureType | null;
  readonly ink: Ink['kind'] | null;
  /** Who told who it was, and the name that was told; null of a method that identifies nobody. */
  readonly identification: Pick<Identification, 'provider' | 'fullName'> | null;
}

export interface VerifiedTrail {
  /** The last entry under the seal: its place in the chain and its hash. */
  readonly sequence: number;
  readonly hash: string;
  /** Every entry that we keep is as it was written, and the one under the seal is among them. */
  readonly isWhole: boolean;
  /** What is wrong with the first entry that is not. */
  readonly fault: ChainFault | null;
}
