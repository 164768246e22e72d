import type { ErrorParams, Language } from '@countersign/identity';
import type { EvidenceFacts } from '../documents/evidence.ts';
import type { LinkChannel } from '../documents/link-channel.ts';
import type { MaskedPersonalNumber } from '../documents/mask-personal-number.ts';
import type { SigningErrorCode } from '../errors.ts';
import type { SignatureType } from '../methods/methods.ts';
import type { EvidenceReport } from './pdf-toolkit.ts';

/** Text for people, in the reader's language. Implemented over `@countersign/i18n` in the server. */
export interface MessageWriter {
  /** Throws nothing: a text that is missing in `params` is left out of the sentence. */
  message<Kind extends MessageKind>(
    language: Language,
    kind: Kind,
    params: MessageParamsOf[Kind],
  ): WrittenMessage;
  /** The sentence that a signee agrees to: shown on the page, kept as evidence. */
  consent(language: Language): string;
  /** At the top of a page that is added for signatures. */
  signaturesHeading(language: Language): string;
  /** The lines stamped under an ink, or under the name of who was identified without one (`method` null). */
  stampLines(
    language: Language,
    params: {
      /** Null where the name is beside the box. */
      readonly fullName: string | null;
      readonly signedAt: Date;
      readonly ipAddress: string;
      readonly signatureType: SignatureType;
      readonly method: 'drawn' | 'typed' | null;
      /** Who identified the signee; null when nobody did. */
      readonly provider: string | null;
      readonly personalNumber: MaskedPersonalNumber | null;
      readonly channel: LinkChannel;
    },
  ): readonly string[];
  /** The lines in the box of a scanned identity document: under its image, or all there is to tell without one. */
  scanLines(
    language: Language,
    params: {
      readonly fullName: string;
      readonly personalNumber: MaskedPersonalNumber | null;
      readonly scannedAt: Date;
      readonly hasImage: boolean;
    },
  ): readonly string[];
  /** Why preparing or sealing failed for good: `errorMessage` of the document. */
  failure(language: Language, code: SigningErrorCode, params: ErrorParams): string;
  sealReason(
    language: Language,
    params: { readonly documentId: string; readonly isDevelopment: boolean },
  ): string;
  /** The pages at the end of the sealed file; `recordName` is the attachment with the same facts. */
  evidence(language: Language, facts: EvidenceFacts, recordName: string): EvidenceReport;
  /** What the attachment is, for a reader that lists attachments. */
  evidenceDescription(language: Language): string;
  /** What a signee's attachment is, for the same readers. */
  attachmentDescription(language: Language, params: { readonly fullName: string }): string;
}

/** Members may be empty: the sentence then says less. */
interface Addressed {
  readonly recipientName: string;
}

interface AboutDocument extends Addressed {
  readonly documentName: string;
  /** The owner of the document, and their organisation. */
  readonly senderName: string;
  readonly accountName: string;
}

interface Linked {
  readonly url: string;
}

/** `quote` is shown apart from our own text: a message of the sender, a reason. */
interface Quoting {
  readonly quote: string;
}

type SigningRequestParams = AboutDocument & Linked & Quoting;

/** What each kind of message needs. A new kind does not compile before it has text in every language. */
export interface MessageParamsOf {
  readonly invitation: SigningRequestParams;
  /** An invitation to somebody who had to wait for others. */
  readonly your_turn: SigningRequestParams;
  readonly reminder: SigningRequestParams;
  /** An invitation to new contact details; earlier links have ended. */
  readonly contact_changed: SigningRequestParams;
  /** A one-time code. `documentName` may be empty. */
  readonly code: AboutDocument & { readonly code: string; readonly minutes: number };
  readonly completed: AboutDocument & Linked & { readonly isAttached: boolean };
  readonly revoked: AboutDocument;
  readonly expired: AboutDocument;
  /** To other signees: the document will not be completed. */
  readonly declined: AboutDocument;
  /** The other kinds go to users of the account. */
  readonly owner_declined: AboutDocument & Linked & Quoting & { readonly signeeName: string };
  readonly owner_expired: AboutDocument & Linked;
  readonly owner_opened: AboutDocument & Linked & { readonly signeeName: string };
  readonly owner_signed: AboutDocument & Linked & { readonly signeeName: string };
  /** Preparing or sealing failed for good; `quote` is a sentence that says why. */
  readonly failed: AboutDocument & Linked & Quoting;
  readonly webhook_disabled: Addressed & { readonly webhookName: string; readonly webhookUrl: string };
  /** `senderName` invites; `days` until the link ends. */
  readonly user_invitation: Addressed &
    Linked & { readonly senderName: string; readonly accountName: string; readonly days: number };
  readonly password_reset: Addressed & Linked & { readonly minutes: number };
}

export type MessageKind = keyof MessageParamsOf;

/** One message, for every channel. */
export interface WrittenMessage {
  readonly kind: MessageKind;
  readonly language: Language;
  /** For the name of the sender of an email: a person at an organisation. Empty: the service itself. */
  readonly senderName: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** For SMS: one sentence, and the address if there is one. */
  readonly shortText: string;
  /**
   * For channels whose texts are approved beforehand (WhatsApp): recipient, sender, document, and the address or code, in this
   * order.
   */
  readonly variables: readonly string[];
}
