import type { ProofKind, SignatureType } from '@countersign/signing';
import type { errors } from './en/errors.ts';

/** A code without a sentence does not compile. */
export type ErrorCode = keyof typeof errors;

export type ErrorSentences = Readonly<Record<ErrorCode, string>>;

/** With `provider`; empty if the ink describes it. A method without a name does not compile. */
export type MethodSentences = Readonly<Record<SignatureType, string>>;

export type MethodChoices = Readonly<Record<`method_${SignatureType}`, string>>;

/** For the evidence. */
export type ProofSentences = Readonly<Record<ProofKind, string>>;

/** In the PDF. ICU. */
export interface MessageSentences {
  readonly signaturesHeading: string;
  readonly stampDate: string;
  readonly stampAddress: string;
  readonly stampMethod: string;
  readonly stampPersonalNumber: string;
  readonly scanDate: string;
  readonly scanNotKept: string;
  readonly sealReason: string;
  readonly electronicIdSign: string;
  readonly electronicIdCompany: string;
}

export interface EvidenceSentences {
  readonly title: string;
  readonly introduction: string;
  readonly footer: string;
  readonly recordDescription: string;
  readonly attachmentsHeading: string;
  readonly attachment: string;
  readonly attachmentValue: string;
  readonly attachmentHash: string;
  readonly attachmentDescription: string;
  readonly documentHeading: string;
  readonly documentName: string;
  readonly documentId: string;
  readonly transactionId: string;
  readonly signatureLevel: string;
  readonly signatureLevelValue: string;
  readonly fileName: string;
  readonly fileValue: string;
  readonly fileHash: string;
  readonly contentHash: string;
  readonly contentSize: string;
  readonly contentSizeValue: string;
  readonly sealCovers: string;
  readonly sealCoversValue: string;
  readonly trailHead: string;
  readonly verificationUrl: string;
  readonly senderHeading: string;
  readonly fullName: string;
  readonly emailAddress: string;
  readonly phoneNumber: string;
  readonly organisation: string;
  readonly filledIn: string;
  readonly filledInBySender: string;
  readonly filledInBySignee: string;
  readonly filledInByCheck: string;
  readonly filledInByService: string;
  readonly fieldName: string;
  readonly signeeHeading: string;
  readonly authentication: string;
  readonly authenticationValue: string;
  readonly method: string;
  readonly methodValue: string;
  readonly identifiedAs: string;
  readonly sandboxName: string;
  readonly differingName: string;
  readonly differingNameValue: string;
  readonly personalNumber: string;
  readonly idScannedAt: string;
  readonly signedAt: string;
  readonly signedAtValue: string;
  readonly consent: string;
  readonly shownFile: string;
  readonly shownValues: string;
  readonly correctedFields: string;
  readonly proofs: string;
  readonly proofValue: string;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly eventsHeading: string;
  readonly event: string;
  readonly contact: string;
}
