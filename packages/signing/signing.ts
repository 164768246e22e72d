import type { Readable } from 'node:stream';
import type { Clock, ErrorParams, IdSource, Language } from '@countersign/identity';
import type { ConfigurationRequest } from './configuration/problems-of.ts';
import type { DocumentState, DocumentStatus, Signee } from './documents/document.ts';
import type { SignatureFont } from './documents/signature-fonts.ts';
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
import type { VirusScanner } from './ports/virus-scanner.ts';
import type { WebhookSender } from './ports/webhook-sender.ts';
import type { CheckView } from './proofs/session-proofs.ts';
import type { SigningSettings } from './settings.ts';

export interface SigningDeps {
  readonly database: Database;
  /** Of codes that were sent. */
  readonly codeCounts: Pick<RateCounter, 'count'>;
  readonly blobs: BlobStore;
  readonly toolkit: PdfToolkit;
  readonly notifier: Notifier;
  readonly webhookSender: WebhookSender;
  /** Absent: signees cannot be asked to pay. */
  readonly paymentProvider?: PaymentProvider | undefined;
  /** Absent: uploads of signees are not scanned. */
  readonly virusScanner?: VirusScanner | undefined;
  /** Null if identity documents cannot be scanned. */
  readonly idScanner: IdScanner | null;
  /** Null if faces cannot be compared. */
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
    /** The page of a phone that goes on with a check. */
    readonly phone: string;
    logo(logoId: string): string;
    /** Printed in every sealed file. */
    readonly verification: string;
  };
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
  /** Changes to the file, for the log. */
  readonly removals: RemovalSummary;
  readonly warnings: readonly Warning[];
}

/** The body of POST /docs, or a draft, with its shape already checked. */
export type CreateDocumentCommand = ConfigurationRequest;

/** Done as requested, but unusual: overlapping boxes, members without effect. */
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
  | { readonly kind: 'drawn'; readonly png: Uint8Array }
  | { readonly kind: 'typed'; readonly typedName: string; readonly font?: SignatureFont };

export interface SignCommand {
  /** Required if the signee has no name, ignored otherwise. */
  readonly fullName?: string | undefined;
  /** Required if the signature method has ink. */
  readonly ink?: InkInput | undefined;
  readonly values: readonly FieldValue[];
  readonly consent: boolean;
  /** The sentence shown, to compare with the current one. Absent: the current one was shown. */
  readonly consentText?: string | undefined;
  /** Of the view that was shown, to compare with the current one. Absent: the current one was shown. */
  readonly fileVersion?: string | undefined;
  /** The signee's name as it was shown, empty without one, to compare with the current one. Absent: the current one was shown. */
  readonly shownName?: string | undefined;
  readonly ipAddress: string;
  readonly userAgent: string;
}

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
  'expired',
  'failed',
] as const;
export type CannotSignReason = (typeof CANNOT_SIGN_REASONS)[number];

/** Where another signee signs. The ink is only in the sealed file. */
export interface OtherBox extends PlacedBox {
  readonly signatureStatus: SigningView['signee']['signatureStatus'];
}

/** A document as a signee may see it. Plain JSON. */
export interface SigningView {
  readonly documentId: string;
  readonly documentName: string;
  readonly language: Language;
  readonly senderName: string;
  /** Of the account, as `#rrggbb`; absent: that of the service. */
  readonly senderColor?: string;
  /** The address of the account's logo; absent without one. */
  readonly senderLogoUrl?: string;
  readonly personalMessage: string;
  /** In the document's language. */
  readonly consentText: string;
  readonly status: DocumentStatus;
  readonly signee: {
    readonly signeeId: string;
    readonly fullName: string;
    readonly signatureStatus: 'signed' | 'awaiting_signature';
  };
  /** Everybody who signs, in the order of the document, as the sealed file names them. Empty if the document may not be seen. */
  readonly signees: readonly SigneeProgress[];
  /** The signee's own boxes, displayed points. */
  readonly boxes: readonly PlacedBox[];
  readonly otherBoxes: readonly OtherBox[];
  /**
   * Those that a page shows, with their values. `readOnly` says whether the signee may change one. Empty if the
   * document may not be seen.
   */
  readonly fields: readonly FormField[];
  /** Suggested values: the contact on file. */
  readonly offers: readonly FieldOffer[];
  /** Whether the signature method has ink. */
  readonly hasInk: boolean;
  /** Proofs that form fields or the signature method ask for. */
  readonly checks: readonly CheckView[];
  /** Required fields whose check (ID scan, one-time code) was not done; they block signing. */
  readonly openTriggers: readonly string[];
  /** 0 if the document may not be seen. */
  readonly pages: number;
  /** Changes with the PDF; null if the document may not be seen. */
  readonly fileVersion: string | null;
  readonly canSign: boolean;
  readonly reason?: CannotSignReason;
  /** Of a visitor of a public link, who signs every slot: which one this is, from 1. `label` may be empty. */
  readonly slot?: { readonly number: number; readonly count: number; readonly label: string };
  /** The page offers no printing. Absent if the document was not made from a public link. */
  readonly disablePrinting?: boolean;
  /**
   * Until the code of the link was entered: where it goes, partly hidden, and whether this browser has asked for one. With the
   * reason `verification_required`, or for the file of a document that was signed.
   */
  readonly verification?: {
    readonly channel: MessageChannel;
    readonly contact: string;
    readonly isCodeSent: boolean;
    /** Seconds until another code may be sent. */
    readonly cooldownSeconds: number;
  };
}

interface SigneeProgress {
  /** Empty if the sender gave none. */
  readonly fullName: string;
  readonly signatureStatus: 'signed' | 'awaiting_signature';
  /** Whether it is the signee of the link. */
  readonly isSelf: boolean;
}
