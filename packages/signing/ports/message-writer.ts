import type { ErrorParams, Language, SecurityNotice } from '@countersign/identity';
import type { EvidenceFacts } from '../documents/evidence.ts';
import type { LinkChannel } from '../documents/link-channel.ts';
import type { MaskedPersonalNumber } from '../documents/mask-personal-number.ts';
import type { SigningErrorCode } from '../errors.ts';
import type { SignatureType } from '../methods/methods.ts';
import type { EvidenceReport } from './pdf-toolkit.ts';

/** Text in the reader's language. Implemented by `@countersign/i18n`. */
export interface MessageWriter {
  /** Does not throw: texts missing in `params` are left out. */
  message<Kind extends MessageKind>(
    language: Language,
    kind: Kind,
    params: MessageParamsOf[Kind],
  ): WrittenMessage;
  /** The sentence of consent: on the page and in the evidence. */
  consent(language: Language): string;
  /** The title of a page added for signatures. */
  signaturesHeading(language: Language): string;
  /** The lines stamped under the ink, or (`method` null) under an identified name. */
  stampLines(
    language: Language,
    params: {
      /** Null if the name is beside the box. */
      readonly fullName: string | null;
      readonly signedAt: Date;
      readonly ipAddress: string;
      readonly signatureType: SignatureType;
      readonly method: 'drawn' | 'typed' | null;
      /** The identity provider; null without identification. */
      readonly provider: string | null;
      readonly personalNumber: MaskedPersonalNumber | null;
      readonly channel: LinkChannel;
    },
  ): readonly string[];
  /** The lines in the box of an ID scan, under its image if there is one. */
  scanLines(
    language: Language,
    params: {
      readonly fullName: string;
      readonly personalNumber: MaskedPersonalNumber | null;
      readonly scannedAt: Date;
      readonly hasImage: boolean;
    },
  ): readonly string[];
  /** What an e-ID shows before the signee agrees: plain text. `companyName` if a company is verified. */
  electronicIdText(
    language: Language,
    params: {
      readonly documentName: string;
      /** SHA-256 (hex) of the PDF. */
      readonly fileSha256: string;
      readonly companyName: string | null;
    },
  ): string;
  /** `errorMessage` of the document. */
  failure(language: Language, code: SigningErrorCode, params: ErrorParams): string;
  sealReason(
    language: Language,
    params: { readonly documentId: string; readonly isDevelopment: boolean },
  ): string;
  /** The evidence pages of the sealed file; `recordName` is the attachment with the same facts. */
  evidence(language: Language, facts: EvidenceFacts, recordName: string): EvidenceReport;
  /** The description of the evidence attachment. */
  evidenceDescription(language: Language): string;
  /** The description of a signee's attachment. */
  attachmentDescription(language: Language, params: { readonly fullName: string }): string;
}

/** Members may be empty. */
interface Addressed {
  readonly recipientName: string;
}

interface AboutDocument extends Addressed {
  readonly documentName: string;
  /** The owner of the document, and their organisation. */
  readonly senderName: string;
  readonly accountName: string;
  /** Of the account; shown in mails. */
  readonly logoUrl?: string;
}

interface Linked {
  readonly url: string;
}

/** `quote` is set apart: a message of the sender, a reason. */
interface Quoting {
  readonly quote: string;
}

type SigningRequestParams = AboutDocument & Linked & Quoting;

/** The parameters of each kind. A new kind needs text in every language to compile. */
export interface MessageParamsOf {
  readonly invitation: SigningRequestParams;
  /** An invitation after others signed. */
  readonly your_turn: SigningRequestParams;
  readonly reminder: SigningRequestParams;
  /** An invitation to new contact details. */
  readonly contact_changed: SigningRequestParams;
  /** A one-time code. `documentName` may be empty. */
  readonly code: AboutDocument & { readonly code: string; readonly minutes: number };
  readonly completed: AboutDocument & Linked & { readonly isAttached: boolean };
  /** To an address that was entered in the document: without a link, which would be a signee's. */
  readonly copy: AboutDocument & { readonly isAttached: boolean };
  /** The address of a public link, shared by a user. */
  readonly link_shared: AboutDocument & Linked;
  readonly revoked: AboutDocument;
  readonly expired: AboutDocument;
  /** To other signees: the document will not be completed. */
  readonly declined: AboutDocument;
  /** The other kinds go to users of the account. */
  readonly owner_declined: AboutDocument & Linked & Quoting & { readonly signeeName: string };
  readonly owner_expired: AboutDocument & Linked;
  readonly owner_opened: AboutDocument & Linked & { readonly signeeName: string };
  readonly owner_signed: AboutDocument & Linked & { readonly signeeName: string };
  /** A payment arrived that no signature can use; `quote` is its amount and its id at the provider. */
  readonly owner_payment_unused: AboutDocument & Linked & Quoting;
  /** Preparing or sealing failed permanently; `quote` is the reason. */
  readonly failed: AboutDocument & Linked & Quoting;
  readonly webhook_disabled: Addressed & { readonly webhookName: string; readonly webhookUrl: string };
  /** `days` until the link ends. */
  readonly user_invitation: Addressed &
    Linked & { readonly senderName: string; readonly accountName: string; readonly days: number };
  /** Credentials of a person were changed, or passwords are tried. */
  readonly security_notice: Addressed & Linked & { readonly notice: SecurityNotice };
  readonly password_reset: Addressed & Linked & { readonly minutes: number };
}

export type MessageKind = keyof MessageParamsOf;

/** One message, for every channel. */
export interface WrittenMessage {
  readonly kind: MessageKind;
  readonly language: Language;
  /** The sender's name in an email: a person at an organisation. Empty: the service. */
  readonly senderName: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** For SMS: one sentence and the address, if any. */
  readonly shortText: string;
  /** For channels with approved templates (WhatsApp): recipient, sender, document, and address or code. */
  readonly variables: readonly string[];
}
