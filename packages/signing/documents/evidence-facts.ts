import type { Language } from '@countersign/base/locale';
import type { FieldValue } from '@countersign/toolkit';
import type { AuditType, ChainedEntry, ChainHead } from '../audit/audit-entry.ts';
import type {
  Consent,
  ProofFact,
  ShownContent,
  Signature,
  SignatureLevel,
  SignatureType,
} from '../methods/methods.ts';
import type { Identification, Ink } from '../methods/signature-parts.ts';
import type { DeliveryFailure, MessageChannel } from '../notifications/channels.ts';
import type { findDifferingNames } from '../proofs/same-name.ts';
import type { Marks } from './signee-boxes.ts';

/** `link`: from the sender. */
const LINK_CHANNELS = [
  ...['email', 'sms', 'whatsapp', 'email_and_sms', 'email_and_whatsapp'],
  ...['link', 'public_link'],
] as const;
export type LinkChannel = (typeof LINK_CHANNELS)[number];

/** The facts are for people (`messages.evidence`) and programs (JSON). */
export interface EvidenceFacts {
  readonly documentId: string;
  readonly serviceTransactionId: string;
  readonly verificationUrl: string;
  readonly name: string;
  readonly language: Language;
  /** The file as uploaded; null if it was deleted. */
  readonly file: { readonly name: string; readonly size: number; readonly sha256: string } | null;
  readonly sender: SenderEvidence;
  /** The time zone of the account, and of the dates that the service filled in. */
  readonly timeZone: string;
  /** AES if all signatures are. */
  readonly signatureLevel: SignatureLevel;
  readonly signees: readonly SigneeEvidence[];
  /** Who is to get the sealed file by email, as the sender asked [D10-14]. */
  readonly copies: readonly CopyEvidence[];
  /** Embedded in the file. */
  readonly attachments: readonly AttachmentEvidence[];
  /** The events are oldest first. */
  readonly events: readonly EvidenceEvent[];
  readonly trail: TrailEvidence;
}

export interface SenderEvidence {
  /** It is null if the user was removed. */
  readonly fullName: string | null;
  readonly emailAddress: string | null;
  /** It is null if the account was removed. */
  readonly organisation: string | null;
  /** Labels of the fields that had values when the document was sent. */
  readonly filledIn: readonly string[];
}

export interface CopyEvidence {
  /** It is null if the sender gave none. */
  readonly fullName: string | null;
  readonly emailAddress: string;
}

/** The trail up to the seal: the entries prove the head, the head proves the stored trail (docs/decisions/0006). */
export interface TrailEvidence extends ChainHead {
  readonly entries: readonly ChainedEntry[];
}

export interface SigneeEvidence {
  readonly signeeId: string;
  readonly fullName: string;
  readonly emailAddress: string | null;
  readonly phoneNumber: string | null;
  readonly signatureType: SignatureType;
  readonly signatureLevel: SignatureLevel;
  readonly linkChannel: LinkChannel;
  /** It is null if the link needed no code. */
  readonly verification: NonNullable<Signature['verification']> | null;
  readonly ink: Ink['kind'] | null;
  /** [D10-12] Pages count from 0. */
  readonly marks: Marks;
  /** The personal number is masked. */
  readonly identification: Identification | null;
  /** The names of documents and e-IDs where they are not `fullName` [D12-05]. */
  readonly differingNames: ReturnType<typeof findDifferingNames>;
  readonly idScannedAt: Date | null;
  /** Contact details are masked on request. */
  /** The proofs are in the order of their success. */
  readonly proofs: readonly ProofEvidence[];
  readonly invitedAt: Date | null;
  readonly openedAt: Date | null;
  /** Consent is given in the act of signing. */
  readonly signedAt: Date;
  /** The time zone of the dates that were filled in. */
  readonly timeZone: string;
  /** The sentence as it was shown. */
  readonly consent: Consent;
  /** The hashes of what the signee was shown [D12-04]. */
  readonly shown: ShownContent;
  /** The values as they are hashed in `shown`. */
  readonly values: readonly FieldValue[];
  readonly filledIn: readonly FilledField[];
  /** Labels of fields that the signee changed after a check filled them in. */
  readonly correctedFields: readonly string[];
  readonly ipAddress: string;
  readonly userAgent: string;
}

export interface FilledField {
  readonly label: string;
  /** `service`: a name or date. */
  readonly by: 'signee' | 'check' | 'service';
}

/** `field` is a label; null for a proof that the method needed. */
export type ProofEvidence = ProofFact;

export interface AttachmentEvidence {
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string;
  readonly uploadedBy: string;
  readonly uploadedAt: Date;
}

export interface EvidenceEvent {
  readonly at: Date;
  readonly type: (typeof SHOWN_TYPES)[keyof typeof SHOWN_TYPES] | 'sealed';
  /** It is null for the service itself and for a removed user. */
  readonly who: string | null;
  /** The contacts of a message; an address is null if it was replaced since. */
  readonly contacts?: readonly { readonly channel: MessageChannel; readonly address: string | null }[];
  readonly failure?: DeliveryFailure | undefined;
  readonly ipAddress?: string;
  readonly userAgent?: string;
}

/** Attached to every sealed file. */
export const RECORD_FILE_NAME = 'evidence.json';

export const SHOWN_TYPES = {
  'document.created': 'created',
  'document.prepared': 'prepared',
  'document.invited': 'invited',
  'document.links_created': 'links_created',
  'document.reminded': 'reminded',
  'document.contact_changed': 'contact_changed',
  'document.message_delivered': 'delivered',
  'document.message_failed': 'not_delivered',
  'document.opened': 'opened',
  'document.opened_again': 'opened',
  'document.signed': 'signed',
  'document.assistant_used': 'assistant_used',
} as const satisfies Partial<Record<AuditType, string>>;
