import type { ErrorParams } from '@countersign/base';
import type { Language } from '@countersign/base/locale';
import type { SecurityNotice } from '@countersign/identity';
import type { EvidenceReport } from '@countersign/toolkit';
import type { EvidenceFacts, LinkChannel } from '../documents/evidence-facts.ts';
import type { SigningErrorCode } from '../errors.ts';
import type { SignatureType } from '../methods/methods.ts';
import type { Ink } from '../methods/signature-parts.ts';
import type { DeliveryFailure, MessageChannel } from '../notifications/channels.ts';
import type { MaskedPersonalNumber } from '../personal-data.ts';
import type { DifferingName } from '../proofs/same-name.ts';

/** The port is implemented by `@countersign/i18n`. */
export interface MessageWriter {
  /** Does not throw: missing texts are left out. */
  message<Kind extends MessageKind>(
    language: Language,
    kind: Kind,
    params: MessageParamsOf[Kind],
  ): WrittenMessage;
  /** The sentence of consent on the page and in the evidence. */
  consent(language: Language): string;
  /** The heading of a page that is added for signatures. */
  signaturesHeading(language: Language): string;
  /** The lines under the ink, or (`method` null) under an identified name. */
  stampLines(
    language: Language,
    params: {
      /** It is null if the name is beside the box. */
      readonly fullName: string | null;
      readonly signedAt: Date;
      readonly ipAddress: string;
      readonly signatureType: SignatureType;
      readonly method: Ink['kind'] | null;
      /** It is null without identification. */
      readonly provider: string | null;
      /** The provider does not identify. */
      readonly isSandbox: boolean;
      readonly personalNumber: MaskedPersonalNumber | null;
      readonly channel: LinkChannel;
    },
  ): readonly string[];
  /** The lines under the image of a scan, if there is one. */
  scanLines(
    language: Language,
    params: {
      readonly fullName: string;
      readonly personalNumber: MaskedPersonalNumber | null;
      readonly scannedAt: Date;
      readonly hasImage: boolean;
    },
  ): readonly string[];
  /** Plain text, shown before the signee agrees. `companyName` if a company is verified. */
  electronicIdText(
    language: Language,
    params: {
      readonly documentName: string;
      /** SHA-256 (hex) of the PDF. */
      readonly fileSha256: string;
      readonly companyName: string | null;
    },
  ): string;
  /** The sentence that a failed document shows. */
  failure(language: Language, code: SigningErrorCode, params: ErrorParams): string;
  sealReason(
    language: Language,
    params: { readonly documentId: string; readonly isDevelopment: boolean },
  ): string;
  /** `recordName`: the attachment with the same facts. */
  evidence(language: Language, facts: EvidenceFacts, recordName: string): EvidenceReport;
  evidenceDescription(language: Language): string;
  attachmentDescription(language: Language, params: { readonly fullName: string }): string;
}

/** Members may be empty. */
interface Addressed {
  readonly recipientName: string;
}

interface AboutDocument extends Addressed {
  readonly documentName: string;
  /** The owner of the document. */
  readonly senderName: string;
  readonly accountName: string;
  readonly logoUrl?: string | undefined;
  /** `#rrggbb`, on which white can be read; absent: that of the service. */
  readonly color?: string | undefined;
}

/** [D12-05] Messages to signees lack these names. */
interface ReportingNames {
  readonly differingNames?: readonly DifferingName[];
}

interface Linked {
  readonly url: string;
}

/** `quote` is set apart: a message of the sender, a reason. */
interface Quoting {
  readonly quote: string;
}

type SigningRequestParams = AboutDocument &
  Linked &
  Quoting & {
    /** The last moment to sign; the message says it in the time zone of the sender's account [D12-06]. */
    readonly deadline?: { readonly at: Date; readonly timeZone: string };
  };

/** A new kind needs text in every language to compile. */
export interface MessageParamsOf {
  readonly invitation: SigningRequestParams;
  /** The message for a signee whose turn comes after others signed. */
  readonly your_turn: SigningRequestParams;
  readonly reminder: SigningRequestParams;
  readonly contact_changed: SigningRequestParams;
  /** `documentName` may be empty. */
  readonly code: AboutDocument & { readonly code: string; readonly minutes: number };
  readonly completed: AboutDocument &
    Linked &
    ReportingNames & {
      readonly isAttached: boolean;
      /** When the service removes the document; the message says the day in the time zone of the sender's account. */
      readonly deletion?: { readonly at: Date; readonly timeZone: string };
    };
  /** A copy has no link, which would be a signee's. */
  readonly copy: AboutDocument & { readonly isAttached: boolean; readonly isNamed: boolean };
  /** A user shares a public link. */
  readonly link_shared: AboutDocument & Linked;
  readonly revoked: AboutDocument;
  readonly expired: AboutDocument;
  /** The message for the other signees. */
  readonly declined: AboutDocument;
  /** The other kinds go to users. */
  readonly owner_declined: AboutDocument & Linked & Quoting & { readonly signeeName: string };
  readonly owner_expired: AboutDocument & Linked;
  readonly owner_opened: AboutDocument & Linked & { readonly signeeName: string };
  readonly owner_signed: AboutDocument & Linked & ReportingNames & { readonly signeeName: string };
  /** No signature can use the payment; `quote` is its amount and its id at the provider. */
  readonly owner_payment_unused: AboutDocument & Linked & Quoting;
  /** Everybody has signed; `reason` is that of the last attempt to seal. */
  readonly owner_sealing_delayed: AboutDocument & Linked & { readonly reason: string };
  /** Permanently; `quote` is the reason. */
  readonly failed: AboutDocument & Linked & Quoting;
  readonly webhook_disabled: Addressed & { readonly webhookName: string; readonly webhookUrl: string };
  /** The invitation is valid until its link ends. */
  readonly user_invitation: Addressed &
    Linked & { readonly senderName: string; readonly accountName: string; readonly days: number };
  /** Credentials were changed, or passwords are tried. */
  /** The account is empty for a notice that is of all accounts of the person. */
  readonly security_notice: Addressed &
    Linked & { readonly notice: SecurityNotice; readonly accountName: string };
  readonly password_reset: Addressed & Linked & { readonly minutes: number };
}

export type MessageKind = keyof MessageParamsOf;

export interface WrittenMessage {
  readonly kind: MessageKind;
  readonly language: Language;
  /** A person at an organisation. Empty: the service. */
  readonly senderName: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** One sentence and the address, if there is one. */
  readonly shortText: string;
  /** The variables of approved templates (WhatsApp): recipient, sender, document, and address or code. */
  readonly variables: readonly string[];
}

/**
 * Rejects with `MessageRejected` if it can never be delivered, `AttachmentTooLarge` if it can without
 * attachment; otherwise retry with the same `messageId`.
 */
export interface Notifier {
  send(message: OutgoingMessage): Promise<void>;
}

export interface OutgoingMessage {
  /** Stable across retries, so that adapters send once if they can. */
  readonly messageId: string;
  readonly channel: MessageChannel;
  /** Phone numbers are E.164. */
  readonly to: string;
  /** The sender's name precedes the service's; absent if the service alone sends. */
  readonly senderName?: string;
  /** Where answers go; absent: to the service. Only emails use it. */
  readonly replyTo?: string | undefined;
  readonly subject: string;
  readonly text: string;
  /** Only emails have it. */
  readonly html: string;
  /** Approved by the channel. */
  readonly template?: {
    readonly kind: MessageKind;
    readonly language: Language;
    readonly variables: readonly string[];
  };
  /** Only emails have it. */
  readonly attachment?: { readonly blobId: string; readonly fileName: string };
  /** What reports of delivery refer to. Absent: they are not recorded. */
  readonly about?: { readonly documentId: string; readonly signeeId: string };
}

/** The message must not be tried again. */
export class MessageRejected extends Error {
  readonly reason: DeliveryFailure;
  constructor(reason: DeliveryFailure, options: { readonly cause?: unknown } = {}) {
    super(`message rejected: ${reason}`, options);
    this.name = 'MessageRejected';
    this.reason = reason;
  }
}

export class AttachmentTooLarge extends Error {
  constructor(options: { readonly cause?: unknown } = {}) {
    super('the attachment is too large', options);
    this.name = 'AttachmentTooLarge';
  }
}

/** About an accepted message. */
export interface DeliveryReport {
  readonly documentId: string;
  readonly signeeId: string;
  readonly channel: MessageChannel;
  /** It is null if the message was delivered. */
  readonly failure: DeliveryFailure | null;
}

/** Lists sent messages, newest first; in development only. */
export interface OutboxReader {
  list(to?: string): Promise<readonly OutboxMessage[]>;
}

export interface OutboxMessage extends Pick<OutgoingMessage, 'channel' | 'to' | 'subject' | 'text' | 'html'> {
  readonly id: string;
  readonly createdAt: string;
  readonly senderName: string;
  /** It is null if there is none. */
  readonly replyTo: string | null;
  /** The name of the attached file. */
  readonly attachment: string | null;
}
