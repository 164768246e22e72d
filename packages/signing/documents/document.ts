import type { Language } from '@countersign/identity';
import type { BoxPosition } from '../configuration/boxes.ts';
import type { SignaturePlacement, SignatureType } from '../configuration/signee.ts';
import type { StoredConfiguration } from '../configuration/stored-configuration.ts';
import type { DeliveryFailure, MessageChannel } from '../ports/notifier.ts';
import type { FieldValue, PlacedBox } from '../ports/pdf-toolkit.ts';
import type { Identification, IdentityScan } from './identification.ts';
import type { SignatureFont } from './signature-fonts.ts';

export const DOCUMENT_STATUSES = [
  'created',
  'processing',
  'error',
  'awaiting_signatures',
  'completed',
  'revoked',
  'deleted',
] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

export interface Ink {
  readonly kind: 'drawn' | 'typed';
  /** Blob of the PNG when drawn. */
  readonly blobId: string | null;
  /** The name when typed. */
  readonly typedName: string | null;
  /** Of the typed name; absent: print, as in documents signed before there was a choice. */
  readonly font?: SignatureFont;
}

/** What a signee agreed to, as it was shown. */
export interface Consent {
  readonly text: string;
  readonly language: Language;
}

/** A file that a signee uploaded in the act of signing [2.10-42]. */
export interface UploadedAttachment {
  readonly blobId: string;
  /** As the signee's system called it; what it is embedded as: attachment-names.ts. */
  readonly name: string;
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
  readonly uploadedAt: Date;
}

export interface Signature {
  readonly signedAt: Date;
  readonly ipAddress: string;
  readonly userAgent: string;
  /** Null of an e-ID alone: then there is an identification. */
  readonly ink: Ink | null;
  /** Absent: a method that identifies nobody. */
  readonly identification?: Identification;
  /** Absent: no identity document was scanned for a box. */
  readonly scan?: IdentityScan;
  /** Absent: signed before the sentence was kept. */
  readonly consent?: Consent;
  /** Values this signee gave. */
  readonly values: readonly FieldValue[];
  /** In the order of uploading. Absent: none, as of every signature from before there were any. */
  readonly attachments?: readonly UploadedAttachment[];
}

export interface SentReminders {
  readonly count: number;
  /** The last ones, oldest first: as many as the limit looks at. */
  readonly recent: readonly Date[];
}

export interface ContactUpdates {
  /** Since the last pause; a pause follows the last one that is allowed. */
  readonly count: number;
  readonly lastAt: Date;
}

/** A trigger that a signee operated (an ID scan, a one-time code), and what it filled in. */
export interface OperatedTrigger {
  /** Name of the trigger's field. */
  readonly field: string;
  readonly operatedAt: Date;
  readonly values: readonly FieldValue[];
}

/** A sealed file that was written, and may be the one in the store: only who sealed it knows how its seal came about. */
export interface Sealing {
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  readonly seal: {
    /** PAdES baseline level that was reached. */
    readonly level: string;
    readonly timestamp: { readonly authority: string; readonly time: string } | null;
    /** Servers that were asked in vain before, in order. */
    readonly failures: readonly { readonly authority: string; readonly reason: string }[];
  };
}

/** How the last message over one channel fared, once a provider or the service knew. */
export interface Delivery {
  readonly channel: MessageChannel;
  /** Null: delivered. */
  readonly failure: DeliveryFailure | null;
  readonly at: Date;
}

export interface Signee {
  readonly signeeId: string;
  readonly fullName: string;
  readonly emailAddress: string | null;
  readonly phoneNumber: string | null;
  /** Absent: SMS. */
  readonly phoneNumberDeliveryMethod?: 'whatsapp';
  readonly signatureType: SignatureType;
  readonly signaturePlacement: SignaturePlacement;
  readonly signatureBox: BoxPosition | null;
  /** Absent: no ID scan. */
  readonly idScanBox?: BoxPosition;
  readonly signingOrder: number;
  readonly disableInvitationMessage: boolean;
  /** SHA-256 (hex) of the link's token, for lookup. */
  readonly tokenHash: string;
  /** The token itself: the invitation job and recipient-links need it again. Adapters keep it encrypted at rest. */
  readonly token: string;
  readonly invitedAt: Date | null;
  readonly openedAt: Date | null;
  /** At most one of each channel. Absent: nothing is known. */
  readonly deliveries?: readonly Delivery[];
  /** Absent: no reminder was sent. */
  readonly reminders?: SentReminders;
  /** Absent: the contact details are those of the request. */
  readonly contactUpdates?: ContactUpdates;
  /** In the order of operating, before the signature. Absent: none. */
  readonly operatedTriggers?: readonly OperatedTrigger[];
  readonly signature: Signature | null;
}

/** The whole of a document as the rules see it. Adapters store it as one row and index what is looked up. */
export interface DocumentState extends StoredConfiguration {
  readonly documentId: string;
  readonly accountId: string;
  readonly userId: string;
  readonly fileId: string;
  readonly status: DocumentStatus;
  readonly signees: readonly Signee[];
  /** Set by the prepare job. */
  readonly preparedBlobId: string | null;
  readonly boxes: readonly PlacedBox[];
  /** Set by the complete job, together with status completed. */
  readonly sealedBlobId: string | null;
  readonly sealedSha256: string | null;
  /** One for each attempt to seal, noted before its file is stored. Absent: none, or sealed before they were kept. */
  readonly sealings?: readonly Sealing[];
  readonly serviceTransactionId: string;
  readonly errorMessage: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly completedAt: Date | null;
  readonly revokedAt: Date | null;
  readonly expiryDate: Date;
}

export interface DocumentSummary {
  readonly documentId: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly status: DocumentStatus;
  readonly userId: string;
}
