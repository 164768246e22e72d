import type { Readable } from 'node:stream';
import type { Clock, ErrorParams, IdSource, Language } from '@countersign/identity';
import type { SignatureFont } from '@countersign/seal/signature-fonts';
import type { DocumentState, DocumentStatus, Signee } from './documents/document.ts';
import type { FieldOffer } from './documents/signee-fields.ts';
import type { RemovalSummary } from './files/removal-summary.ts';
import type { BlobStore } from './ports/blob-store.ts';
import type { CompanyRegister } from './ports/company-register.ts';
import type { Database } from './ports/database.ts';
import type { ElectronicIdProvider } from './ports/electronic-id.ts';
import type { FaceCheckProvider } from './ports/face-check.ts';
import type { IdScanner } from './ports/id-scanner.ts';
import type { MessageWriter } from './ports/message-writer.ts';
import type { MessageChannel, Notifier } from './ports/notifier.ts';
import type { PaymentProvider } from './ports/payment-provider.ts';
import type { FieldValue, FormField, PdfToolkit, PlacedBox } from './ports/pdf-toolkit.ts';
import type { RateCounter } from './ports/rate-counter.ts';
import type { SealingLog } from './ports/sealing-log.ts';
import type { VirusScanner } from './ports/virus-scanner.ts';
import type { WebhookSender } from './ports/webhook-sender.ts';
import type { CheckView } from './proofs/session-proofs.ts';
import type { SigningSettings } from './settings.ts';

export interface SigningDeps {
  readonly database: Database;
  readonly codeCounts: Pick<RateCounter, 'count'>;
  readonly blobs: BlobStore;
  readonly toolkit: PdfToolkit;
  readonly notifier: Notifier;
  readonly webhookSender: WebhookSender;
  /** Absent: no payments. */
  readonly paymentProvider?: PaymentProvider | undefined;
  /** Absent: no scans of uploads. */
  readonly virusScanner?: VirusScanner | undefined;
  /** Null: not configured. */
  readonly idScanner: IdScanner | null;
  /** Null: not configured. */
  readonly faceCheck: FaceCheckProvider | null;
  readonly messages: MessageWriter;
  /** Null: not configured. */
  readonly electronicId: ElectronicIdProvider | null;
  readonly companyRegister: CompanyRegister | null;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly urls: {
    signing(token: string): string;
    document(documentId: string): string;
    readonly phone: string;
    logo(logoId: string): string;
    /** In every sealed file. */
    readonly verification: string;
  };
  /** What an operator is to know. */
  readonly sealingLog: SealingLog;
  /** SHA-256 (hex) of the sealing certificate; null while unknown. */
  sealCertificate(): string | null;
  readonly settings: SigningSettings;
}

export interface UploadFileCommand {
  readonly content: Readable;
  readonly originalName: string;
}

export interface MergeFilesCommand {
  /** Lower case. */
  readonly fileIds: readonly string[];
  readonly name: string;
}

export interface AcceptedFile {
  readonly fileId: string;
  readonly removals: RemovalSummary;
  readonly warnings: readonly Warning[];
}

/** Done, but unusual: overlapping boxes, members without effect. */
export interface Warning {
  readonly code: string;
  readonly path?: string;
  readonly params?: ErrorParams;
}

export interface CreatedDocument {
  readonly document: DocumentState;
  readonly warnings: readonly Warning[];
}

export interface SentReminder {
  readonly signeeId: string;
  /** 0: now. */
  readonly reminderCooldown: number;
}

export interface NotSentReminder extends SentReminder {
  readonly reason: 'signee_has_signed' | 'signee_not_in_turn' | 'reminder_limit_reached';
}

export interface ReminderOutcome {
  readonly sent: readonly SentReminder[];
  readonly notSent: readonly NotSentReminder[];
}

export interface ContactChange {
  readonly signeeId: string;
  readonly fullName?: string | undefined;
  readonly emailAddress?: string | undefined;
  readonly phoneNumber?: string | undefined;
}

export interface ChangedContact {
  readonly signee: Signee;
  readonly previousSigneeId: string;
}

export interface DownloadableFile {
  readonly blobId: string;
  /** `<document name>.pdf` */
  readonly fileName: string;
}

export interface CreateWebhookCommand {
  readonly webhookUrl: string;
  readonly name: string;
  readonly eventTypes: readonly string[];
}

export type InkInput =
  | { readonly kind: 'drawn' | 'picture'; readonly png: Uint8Array }
  | { readonly kind: 'typed'; readonly typedName: string; readonly font?: SignatureFont };

export interface SignCommand {
  /** Ignored if the signee has a name. */
  readonly fullName?: string | undefined;
  /** Required if the signature method has ink. */
  readonly ink?: InkInput | undefined;
  readonly values: readonly FieldValue[];
  readonly consent: boolean;
  /** As shown. Absent: the current one was. */
  readonly consentText?: string | undefined;
  /** As shown. Absent: the current one was. */
  readonly fileVersion?: string | undefined;
  /** As shown, empty without one. Absent: the current one was. */
  readonly shownName?: string | undefined;
  readonly ipAddress: string;
  readonly userAgent: string;
}

export const SIGNATURE_STATUSES = ['signed', 'awaiting_signature'] as const;
type SignatureStatus = (typeof SIGNATURE_STATUSES)[number];

export const CANNOT_SIGN_REASONS = [
  'preparing',
  /** A one-time code has to be entered first. */
  'verification_required',
  'not_your_turn',
  'already_signed',
  'completed',
  'revoked',
  /** This signee declined. */
  'declined',
  'declined_by_other',
  'expired',
  'failed',
] as const;
export type CannotSignReason = (typeof CANNOT_SIGN_REASONS)[number];

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
  /** Absent without one. */
  readonly senderLogoUrl?: string;
  readonly personalMessage: string;
  /** The last moment to sign. Absent once all signed or the document is closed, and for visitors of a public link [D6-30]. */
  readonly signingDeadline?: string;
  /** Messages that this signee still gets: none without a contact, and `your_turn` only with invitations. */
  readonly messagesToCome: readonly ('your_turn' | 'completed')[];
  /** In the document's language. */
  readonly consentText: string;
  readonly status: DocumentStatus;
  readonly signee: {
    readonly signeeId: string;
    readonly fullName: string;
    readonly signatureStatus: SignatureStatus;
    /** Absent before. */
    readonly signedAt?: string;
  };
  /** In the order of the document. Empty if it may not be seen. */
  readonly signees: readonly SigneeProgress[];
  /** Empty if the signee cannot sign, as `otherBoxes` and `fields` are. */
  readonly boxes: readonly PlacedBox[];
  readonly otherBoxes: readonly OtherBox[];
  /** Visible ones. `readOnly` says whether the signee may change one. */
  readonly fields: readonly FormField[];
  /** The contact on file. */
  readonly offers: readonly FieldOffer[];
  readonly hasInk: boolean;
  /** For form fields or the signature method. */
  readonly checks: readonly CheckView[];
  /** Their check (ID scan, one-time code) was not done; they block signing. */
  readonly openTriggers: readonly string[];
  /** 0 if the signee cannot sign. */
  readonly pages: number;
  /** Changes with the PDF; null if the document may not be seen. */
  readonly fileVersion: string | null;
  readonly canSign: boolean;
  readonly reason?: CannotSignReason;
  /** Of a visitor of a public link: this one, from 1. `label` may be empty. */
  readonly slot?: { readonly number: number; readonly count: number; readonly label: string };
  /** Absent if the document was not made from a public link. */
  readonly disablePrinting?: boolean;
  /** Until the code was entered: where it goes, partly hidden, and whether this browser has asked for one. */
  readonly verification?: {
    readonly channel: MessageChannel;
    readonly contact: string;
    readonly isCodeSent: boolean;
    readonly cooldownSeconds: number;
  };
}

interface SigneeProgress {
  /** Empty if the sender gave none. */
  readonly fullName: string;
  readonly signatureStatus: SignatureStatus;
  /** The signee of the link. */
  readonly isSelf: boolean;
}
