import type { Clock, IdSource } from '@countersign/base';
import type { Assistant } from './ports/assistant.ts';
import type { BlobStore, VirusScanner } from './ports/blob-store.ts';
import type { Database } from './ports/database.ts';
import type { ElectronicIdProvider } from './ports/electronic-id.ts';
import type { IdScanner } from './ports/id-scanner.ts';
import type { MessageWriter, Notifier } from './ports/messages.ts';
import type { PdfToolkit } from './ports/pdf-toolkit.ts';
import type {
  CompanyRegister,
  FaceCheckProvider,
  PaymentProvider,
  RateCounter,
  WebhookSender,
} from './ports/providers.ts';
import type { SigningSettings } from './settings.ts';

/** What is known of a document that everybody has signed and that is not sealed. */
export interface UnsealedFacts {
  readonly documentId: string;
  readonly since: Date;
  readonly reason: string;
  readonly nextAttemptAt: Date;
}

/** The log is for the operator. */
export interface SealingLog {
  /** Called after every attempt that failed. */
  failed(facts: UnsealedFacts, error: unknown): void;
  /** Called after 15 minutes, and then once a day [D12-02]. */
  delayed(facts: UnsealedFacts): void;
}

export interface SigningDeps {
  readonly database: Database;
  /** Counts one-time codes and questions. */
  readonly rateCounts: Pick<RateCounter, 'count'>;
  readonly blobs: BlobStore;
  readonly toolkit: PdfToolkit;
  readonly notifier: Notifier;
  readonly webhookSender: WebhookSender;
  /** Without a provider there are no payments. */
  readonly paymentProvider?: PaymentProvider | undefined;
  /** Without a scanner, uploads are not scanned. */
  readonly virusScanner?: VirusScanner | undefined;
  /** It is null if it is not configured. */
  readonly assistant: Assistant | null;
  /** It is null if it is not configured. */
  readonly idScanner: IdScanner | null;
  /** It is null if it is not configured. */
  readonly faceCheck: FaceCheckProvider | null;
  readonly messages: MessageWriter;
  /** It is null if it is not configured. */
  readonly electronicId: ElectronicIdProvider | null;
  readonly companyRegister: CompanyRegister | null;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly urls: {
    signing(token: string): string;
    document(documentId: string): string;
    readonly phone: string;
    logo(logoId: string): string;
    /** The address of the page for verification is in every sealed file. */
    readonly verification: string;
  };
  /** Dark modules are true. Absent: the evidence has no code to check the file. */
  encodeQrCode?(text: string): Promise<readonly (readonly boolean[])[]>;
  /** What an operator is to know. */
  readonly sealingLog: SealingLog;
  /** SHA-256 (hex) of the sealing certificate; null while unknown. */
  sealCertificate(): string | null;
  readonly settings: SigningSettings;
}
