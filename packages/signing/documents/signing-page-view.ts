import type { Language } from '@countersign/base/locale';
import type { FormField, PlacedBox } from '@countersign/toolkit';
import type { MessageChannel } from '../notifications/channels.ts';
import type { CheckView } from '../proofs/session-proofs.ts';
import type { DocumentStatus } from './document.ts';
import type { FieldOffer } from './field-entries.ts';
import type { CannotSignReason } from './find-by-link.ts';

export const SIGNATURE_STATUSES = ['signed', 'awaiting_signature'] as const;
type SignatureStatus = (typeof SIGNATURE_STATUSES)[number];

/** The ink is only in the sealed file. */
export interface OtherBox extends PlacedBox {
  readonly signatureStatus: SignatureStatus;
}

export interface SigningView {
  readonly documentId: string;
  readonly documentName: string;
  readonly language: Language;
  readonly senderName: string;
  /** [D12-06] Absent if the account chose a name that stands for both. */
  readonly senderOrganisation?: string;
  /** `#rrggbb`; absent: that of the service. */
  readonly senderColor?: string;
  /** Absent if the sender has no logo. */
  readonly senderLogoUrl?: string;
  readonly personalMessage: string;
  /** The last moment to sign. Absent once all signed or the document is closed, and for visitors of a public link [D6-30]. */
  readonly signingDeadline?: string;
  /** Messages that this signee still gets: none without a contact, and `your_turn` only with invitations. */
  readonly messagesToCome: readonly ('your_turn' | 'completed')[];
  /** The sentence in the document's language. */
  readonly consentText: string;
  readonly status: DocumentStatus;
  readonly signee: {
    readonly signeeId: string;
    readonly fullName: string;
    readonly signatureStatus: SignatureStatus;
    /** Absent before the signature. */
    readonly signedAt?: string;
  };
  /** The signees are in the order of the document. Empty if it may not be seen. */
  readonly signees: readonly SigneeProgress[];
  /** Empty if the signee cannot sign, like `otherBoxes` and `fields`. */
  readonly boxes: readonly PlacedBox[];
  readonly otherBoxes: readonly OtherBox[];
  /** Visible ones. `readOnly` says whether the signee may change one. */
  readonly fields: readonly FormField[];
  /** The contact on file. */
  readonly offers: readonly FieldOffer[];
  readonly hasInk: boolean;
  /** The checks of form fields and of the signature method. */
  readonly checks: readonly CheckView[];
  /** The triggers whose check (ID scan, one-time code) was not done; they block signing. */
  readonly openTriggers: readonly string[];
  /** 0 if the signee cannot sign. */
  readonly pages: number;
  /** Changes with the PDF; null if the document may not be seen. */
  readonly fileVersion: string | null;
  readonly canSign: boolean;
  readonly reason?: CannotSignReason;
  /** The slot of a visitor of a public link, from 1. `label` may be empty. */
  readonly slot?: { readonly number: number; readonly count: number; readonly label: string };
  /** Absent if the document was not made from a public link. */
  readonly disablePrinting?: boolean;
  /** Given until the code was entered: where it goes, partly hidden, and whether this browser has asked for one. */
  readonly verification?: {
    readonly channel: MessageChannel;
    readonly contact: string;
    readonly isCodeSent: boolean;
    readonly cooldownSeconds: number;
  };
}

interface SigneeProgress {
  /** Empty if the sender gave no name. */
  readonly fullName: string;
  readonly signatureStatus: SignatureStatus;
  /** The signee of the link. */
  readonly isSelf: boolean;
}
