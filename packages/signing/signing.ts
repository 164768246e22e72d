import type { Readable } from 'node:stream';
import type { Caller, Capability } from './accounts/account.ts';
import type { DocumentState, DocumentStatus, DocumentSummary, Language } from './documents/document.ts';
import type { SignatureFont } from './documents/signature-fonts.ts';
import type { ErrorParams } from './errors.ts';
import type { RemovalSummary } from './files/removal-summary.ts';
import type { Job } from './jobs/job.ts';
import type { BlobStore } from './ports/blob-store.ts';
import type { Clock, IdSource } from './ports/clock.ts';
import type { Database } from './ports/database.ts';
import type { MessageWriter } from './ports/message-writer.ts';
import type { Notifier } from './ports/notifier.ts';
import type { FieldValue, FormField, PdfToolkit, PlacedBox, ReadonlyMode } from './ports/pdf-toolkit.ts';
import type { WebhookSender } from './ports/webhook-sender.ts';
import type { SigningSettings } from './settings.ts';
import type { FileVerification } from './verification/file-verification.ts';
import type { Webhook } from './webhooks/webhook.ts';

/** Everything the use-cases need from outside. */
export interface SigningDeps {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly toolkit: PdfToolkit;
  readonly notifier: Notifier;
  readonly webhookSender: WebhookSender;
  readonly words: MessageWriter;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly urls: {
    /** Where a signee signs. */
    signing(token: string): string;
    /** The owner's overview of a document. */
    document(documentId: string): string;
    /** Where anybody checks a file; printed in every sealed one. */
    readonly verification: string;
  };
  readonly settings: SigningSettings;
}

/** The product. Every method rejects with `SigningError` for what is foreseen; anything else is a bug or an outage. */
export interface Signing {
  /** Streams, inspects and stores an upload; signatures and active content are removed (spec 2.1). */
  uploadFile(caller: Caller, upload: UploadFileCommand): Promise<AcceptedFile>;
  /** A new file of 2 to 8 files of the caller, in order; a refused one is named by its place. The inputs stay. */
  mergeFiles(caller: Caller, command: MergeFilesCommand): Promise<AcceptedFile>;
  /** Documents made from the file keep it. `file_not_found` the second time. */
  deleteFile(caller: Caller, fileId: string): Promise<void>;
  /** Says of any PDF what its signatures are worth and whether it was sealed here. Keeps nothing. */
  verifyFile(content: Readable): Promise<FileVerification>;
  readFileFields(caller: Caller, fileId: string): Promise<readonly FormField[]>;
  /** Checks everything, stores the document as `created` and leaves the rest to jobs. */
  createDocument(caller: Caller, command: CreateDocumentCommand): Promise<CreatedDocument>;
  /** Own and shared documents of the account, newest first. */
  listDocuments(
    caller: Caller,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<DocumentPage>;
  getDocument(caller: Caller, documentId: string): Promise<DocumentState>;
  /** `document_not_completed` before the sealed file is stored. */
  getSignedFile(caller: Caller, documentId: string): Promise<DownloadableFile>;
  createWebhook(caller: Caller, command: CreateWebhookCommand): Promise<Webhook>;
  /** What the signing page shows. The first opening by a signee whose turn it is records `document.opened`. */
  openSigningLink(token: string): Promise<SigningView>;
  /** The prepared PDF, for a signee who may see it. */
  readSigningFile(token: string): Promise<{ readonly blobId: string }>;
  /** Throws `link_not_found` unless the token is one of a signing link: what to check before a long request is read. */
  requireSigningLink(token: string): Promise<void>;
  sign(token: string, command: SignCommand): Promise<SigningView>;
  /** The sealed PDF, for a signee, once completed. */
  readSealedFile(token: string): Promise<DownloadableFile>;
  /** Runs any job. A rejection means: try again later; what can never succeed is recorded and resolves. */
  runJob(job: Job): Promise<void>;
  /** Records what it means that a job failed every time, the last time with that code; after that it is not tried again. */
  giveUpJob(job: Job, code?: string | null): Promise<void>;
  /** Does nothing when any account exists. */
  createFirstAccount(command: FirstAccountCommand): Promise<void>;
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
  /** What is not as it came: for the log. */
  readonly removals: RemovalSummary;
  readonly warnings: readonly Warning[];
}

/** Absent and null mean the same (lessons.md: "null is absence everywhere"). */
type Optional<T> = T | null | undefined;

export interface SignatureBoxInput {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly scale?: Optional<number>;
}

/** Specification 2.4. */
export interface SigneeInput {
  readonly fullName?: Optional<string>;
  readonly emailAddress?: Optional<string>;
  readonly phoneNumber?: Optional<string>;
  /** `sms` (default) or `whatsapp`. */
  readonly phoneNumberDeliveryMethod?: Optional<string>;
  readonly signatureType?: Optional<string>;
  /** `existing` (default) or `new_page`. */
  readonly signaturePlacement?: Optional<string>;
  readonly signatureBox?: Optional<SignatureBoxInput>;
  readonly idScanBox?: Optional<SignatureBoxInput>;
  readonly signingOrder?: Optional<number>;
  readonly disableInvitationMessage?: Optional<boolean>;
}

/** The body of POST /docs, with its shape already checked. */
export interface CreateDocumentCommand {
  readonly fileId: string;
  readonly name: string;
  readonly signeeDetails: readonly SigneeInput[];
  readonly enableSigningOrder?: Optional<boolean>;
  readonly fields?: Optional<readonly FieldValue[]>;
  readonly fieldsReadonlyMode?: Optional<ReadonlyMode>;
  readonly language?: Optional<Language>;
  readonly sharingSetting?: Optional<'private' | 'shared'>;
  readonly personalMessage?: Optional<string>;
  /** Owner within the account; the caller when absent. */
  readonly userId?: Optional<string>;
}

/** Something done as asked that deserves a look: overlapping boxes, members without effect. */
export interface Warning {
  readonly code: string;
  readonly path?: string;
  readonly params?: ErrorParams;
}

export interface CreatedDocument {
  readonly document: DocumentState;
  readonly warnings: readonly Warning[];
}

export interface DocumentPage {
  readonly documents: readonly DocumentSummary[];
  /** Null when there is no further page. */
  readonly nextOffset: number | null;
}

export interface DownloadableFile {
  readonly blobId: string;
  /** As people should find it in their folder: `<document name>.pdf`. */
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
  readonly ink: InkInput;
  readonly values: readonly FieldValue[];
  readonly consent: boolean;
  /** The sentence that was shown; it is compared with the one that is kept. Absent: the caller showed the one of the view. */
  readonly consentText?: string | undefined;
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** Why a signee cannot sign now. */
export type CannotSignReason =
  | 'preparing'
  | 'not_your_turn'
  | 'already_signed'
  | 'completed'
  | 'revoked'
  | 'failed';

/** One document as one signee may see it. Plain JSON. */
export interface SigningView {
  readonly documentId: string;
  readonly documentName: string;
  readonly language: Language;
  readonly senderName: string;
  readonly personalMessage: string;
  /** The sentence to agree to, in the document's language. */
  readonly consentText: string;
  readonly status: DocumentStatus;
  readonly signee: {
    readonly signeeId: string;
    readonly fullName: string;
    readonly signatureStatus: 'signed' | 'awaiting_signature';
  };
  /** The signee's own boxes, displayed points. */
  readonly boxes: readonly PlacedBox[];
  readonly otherBoxes: readonly PlacedBox[];
  /**
   * Those that a page shows, with the values given so far; what another signee filled is `readOnly`. Empty while the
   * document may not be seen.
   */
  readonly fields: readonly FormField[];
  /** 0 while the document may not be seen. */
  readonly pages: number;
  readonly canSign: boolean;
  readonly reason?: CannotSignReason;
}

export interface FirstAccountCommand {
  readonly fullName: string;
  readonly emailAddress: string;
  readonly password: string;
  /** `sk_...`; only its SHA-256 is stored. */
  readonly apiKey: string;
  readonly capabilities: readonly Capability[];
}
