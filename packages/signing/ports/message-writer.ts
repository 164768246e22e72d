import type { Language, SignatureType } from '../documents/document.ts';
import type { EvidenceFacts } from '../documents/evidence.ts';
import type { LinkChannel } from '../documents/link-channel.ts';
import type { MaskedPersonalNumber } from '../documents/mask-personal-number.ts';
import type { ErrorParams, SigningErrorCode } from '../errors.ts';
import type { EvidenceReport } from './pdf-toolkit.ts';

/** Words for people, in the reader's language. Implemented over `@countersign/i18n` in the server. */
export interface MessageWriter {
  invitation(language: Language, params: InvitationParams): WrittenMessage;
  completed(
    language: Language,
    params: { readonly documentName: string; readonly recipientName: string; readonly url: string },
  ): WrittenMessage;
  /** To the owner of a document that failed for good; `reason` is a sentence. */
  failed(
    language: Language,
    params: {
      readonly documentName: string;
      readonly recipientName: string;
      readonly reason: string;
      readonly url: string;
    },
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

export interface InvitationParams {
  readonly documentName: string;
  readonly senderName: string;
  readonly recipientName: string;
  readonly personalMessage: string;
  readonly signingUrl: string;
}

export interface WrittenMessage {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}
