import type { Account, ApiKey, User } from '../accounts/account.ts';
import type { AuditEntry, AuditSubject, ChainedEntry } from '../audit/audit-entry.ts';
import type { DocumentState, DocumentSummary } from '../documents/document.ts';
import type { DocumentEvent } from '../documents/events.ts';
import type { StoredFile } from '../files/file.ts';
import type { Job } from '../jobs/job.ts';
import type { Webhook, WebhookDelivery } from '../webhooks/webhook.ts';

/** The one door to persistent state. */
export interface Database {
  /**
   * Runs `work` in one serialisable-enough transaction: all or nothing, durable when it resolves. `lockDocument` inside it
   * keeps every other writer of that document waiting. No PDF work and no network call in here.
   */
  transact<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
  /** Reads outside a transaction. */
  readonly read: Stores;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
}

export interface Stores {
  readonly accounts: AccountStore;
  readonly files: FileStore;
  readonly documents: DocumentStore;
  readonly events: EventStore;
  readonly audit: AuditStore;
  readonly webhooks: WebhookStore;
  readonly jobs: JobStore;
}

export interface AccountStore {
  insertAccount(account: Account): Promise<void>;
  insertUser(user: User): Promise<void>;
  insertApiKey(key: ApiKey): Promise<void>;
  findAccount(accountId: string): Promise<Account | null>;
  findUser(userId: string): Promise<User | null>;
  /** Case-insensitive. */
  findUserByEmail(emailAddress: string): Promise<User | null>;
  findApiKeyByHash(keyHash: string): Promise<ApiKey | null>;
  hasAnyAccount(): Promise<boolean>;
}

export interface FileStore {
  insert(file: StoredFile): Promise<void>;
  /** Writes the whole row, which must exist. */
  update(file: StoredFile): Promise<void>;
  /** Removing what is not there is fine. */
  remove(fileId: string): Promise<void>;
  /** Deleted ones too: documents still need them. */
  find(fileId: string): Promise<StoredFile | null>;
  /** As `find`, and holds the row until the transaction ends. Only inside `transact`. */
  lock(fileId: string): Promise<StoredFile | null>;
  /** The file whose PDF it is. */
  findByBlob(blobId: string): Promise<StoredFile | null>;
}

export interface DocumentStore {
  insert(document: DocumentState): Promise<void>;
  /** Writes the whole state; the row must exist. */
  update(document: DocumentState): Promise<void>;
  find(documentId: string): Promise<DocumentState | null>;
  /** As `find`, and holds the row until the transaction ends. Only inside `transact`. */
  lock(documentId: string): Promise<DocumentState | null>;
  /** By the SHA-256 (hex) of a signing link's token. */
  findByTokenHash(
    tokenHash: string,
  ): Promise<{ readonly documentId: string; readonly signeeId: string } | null>;
  /** The document whose sealed file has this SHA-256 (hex), deleted ones too. */
  findBySealedSha256(sha256: string): Promise<{ readonly documentId: string } | null>;
  /** Whether a document that is not deleted is made from the file. */
  usesFile(fileId: string): Promise<boolean>;
  /** Newest first (createdAt descending, then documentId descending): created by the user or shared in the account. */
  list(query: {
    readonly accountId: string;
    readonly userId: string;
    readonly limit: number;
    readonly offset: number;
  }): Promise<readonly DocumentSummary[]>;
}

/** Append-only. An event inserted here is what webhooks tell. */
export interface EventStore {
  append(event: DocumentEvent): Promise<void>;
  find(eventId: string): Promise<DocumentEvent | null>;
  /** Oldest first. */
  listForDocument(documentId: string): Promise<readonly DocumentEvent[]>;
}

/** Append-only: what is in it is neither changed nor removed, by nobody. */
export interface AuditStore {
  /**
   * Chains the entry to the last one of its subject (`chainEntry`) and to the heads of the files it follows from. Who
   * appends to one chain waits for the transaction of who did so before: a chain has no forks. Only inside `transact`.
   */
  append(entry: AuditEntry): Promise<void>;
  /** The chain of a subject in its order, as it is stored. */
  listFor(subject: AuditSubject): Promise<readonly ChainedEntry[]>;
}

export interface WebhookStore {
  insert(webhook: Webhook): Promise<void>;
  find(webhookId: string): Promise<Webhook | null>;
  listForAccount(accountId: string): Promise<readonly Webhook[]>;
  /** Inserts; an equal (webhookId, eventId) is left as it is. */
  insertDelivery(delivery: WebhookDelivery): Promise<void>;
  findDelivery(deliveryId: string): Promise<WebhookDelivery | null>;
  updateDelivery(delivery: WebhookDelivery): Promise<void>;
  listDeliveries(webhookId: string): Promise<readonly WebhookDelivery[]>;
}

/** Jobs are enqueued inside the transaction that makes them necessary, and run at least once. */
export interface JobStore {
  enqueue(job: Job, options?: { readonly startAfterSeconds?: number }): Promise<void>;
}
