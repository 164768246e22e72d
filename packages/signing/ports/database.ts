import type { IdentityJob, IdentityReads, IdentityStores } from '@countersign/identity';
import type { AuditEntry, AuditSubject, ChainedEntry } from '../audit/audit-entry.ts';
import type { DocumentState, DocumentStatus, DocumentSummary } from '../documents/document.ts';
import type { PreparedView } from '../documents/prepared-view.ts';
import type { DocumentGroup, GroupCounts, GroupViewer } from '../documents/progress.ts';
import type { StoredFile } from '../files/file.ts';
import type { Job } from '../jobs/job.ts';
import type { PageQuery } from '../page.ts';
import type { KeptProof, KeptProofFacts } from '../proofs/kept-proof.ts';
import type { Proof, ProofFacts } from '../proofs/proof.ts';
import type { SavedKind, SavedStateOf } from '../saved/saved-kinds.ts';
import type { SigningSession } from '../sessions/session.ts';
import type { Webhook, WebhookDelivery } from '../webhooks/webhook.ts';

/** The database cannot be reached or used now. A retry may succeed. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('the database is not available', { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/** Persistent state. Every method throws `DatabaseUnavailable` if the database cannot be used. */
export interface Database {
  /**
   * Runs `work` in one transaction, durable when it resolves. `lock` excludes other writers of a row. No PDF work
   * and no network calls inside.
   */
  transact<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
  /** Reads outside a transaction. */
  readonly read: ReadStores;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
}

/** Reads without a transaction. */
export interface ReadStores extends IdentityReads {
  readonly files: FileReads;
  readonly documents: DocumentReads;
  readonly saved: SavedReads;
  readonly audit: AuditReads;
  readonly sessions: SessionReads;
  readonly proofs: ProofReads;
  readonly keptProofs: KeptProofReads;
  readonly webhooks: WebhookReads;
}

export interface Stores extends ReadStores, IdentityStores {
  readonly accounts: IdentityStores['accounts'];
  readonly people: IdentityStores['people'];
  readonly browserSessions: IdentityStores['browserSessions'];
  readonly accountEvents: IdentityStores['accountEvents'];
  readonly programAccess: IdentityStores['programAccess'];
  readonly files: FileStore;
  readonly documents: DocumentStore;
  readonly saved: SavedStore;
  readonly audit: AuditStore;
  readonly sessions: SessionStore;
  readonly proofs: ProofStore;
  readonly keptProofs: KeptProofStore;
  readonly webhooks: WebhookStore;
  readonly jobs: JobStore;
}

export interface FileReads {
  /** Finds deleted files too, because documents need them. */
  find(fileId: string): Promise<StoredFile | null>;
  /** The file with this PDF. */
  findByBlob(blobId: string): Promise<StoredFile | null>;
  /** Ids of undeleted files without a document or saved configuration, oldest first. */
  listUnused(createdBefore: Date, limit: number): Promise<readonly string[]>;
}

export interface FileStore extends FileReads {
  insert(file: StoredFile): Promise<void>;
  /** Writes the whole row, which must exist. */
  update(file: StoredFile): Promise<void>;
  /** Removing a missing row is not an error. */
  remove(fileId: string): Promise<void>;
  /** As `find`, and locks the row until the transaction ends. */
  lock(fileId: string): Promise<StoredFile | null>;
}

/** Which documents are listed; absent members admit all. */
export interface DocumentFilters {
  readonly status?: DocumentStatus | undefined;
  /** Exclusive, as `createdBefore`. */
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  readonly externalId?: string | undefined;
  /** In lower case; each has to be somewhere in `searchText`. */
  readonly words?: readonly string[] | undefined;
  /** As `groupOf` has it for the viewer. */
  readonly group?: { readonly name: DocumentGroup; readonly viewer: GroupViewer } | undefined;
}

/** Of a public link, or of all links of an account with one of those contacts. */
export type UnstartedVisitors =
  | { readonly linkId: string }
  | { readonly accountId: string; readonly contacts: readonly string[] };

export interface ReplaceableVisit {
  readonly documentId: string;
  readonly isCodeSent: boolean;
}

export interface DocumentReads {
  find(documentId: string): Promise<DocumentState | null>;
  /** By the SHA-256 (hex) of a signing link's token. */
  findByTokenHash(
    tokenHash: string,
  ): Promise<{ readonly documentId: string; readonly signeeId: string } | null>;
  /** By the SHA-256 (hex) of the sealed file; deleted ones too. */
  findBySealedSha256(sha256: string): Promise<{ readonly documentId: string } | null>;
  /** Whether an undeleted document uses the file. */
  usesFile(fileId: string): Promise<boolean>;
  findPreparedView(documentId: string): Promise<PreparedView | null>;
  /** Ids of undeleted documents whose `expiryDate` is at or before `now`, the longest expired first. */
  listExpired(now: Date, limit: number): Promise<readonly string[]>;
  /** Ids of documents whose `findFollowUpDate` is at or before `now`, the earliest first. */
  listForFollowUp(now: Date, limit: number): Promise<readonly string[]>;
  /**
   * The user's and those shared in the account, without deleted ones and those of public links, newest first (createdAt, then documentId,
   * descending).
   */
  list(
    query: PageQuery & DocumentFilters & { readonly accountId: string; readonly userId: string },
  ): Promise<readonly DocumentSummary[]>;
  /** How many of the documents of `list` are in each group, as the viewer sees them. */
  countGroups(query: { readonly accountId: string; readonly viewer: GroupViewer }): Promise<GroupCounts>;
  /** How many visitors have not entered a code, and still may; counts no further than `limit`. */
  countUnstarted(visitors: UnstartedVisitors, now: Date, limit: number): Promise<number>;
  /** Completed documents made from a public link, in the order of `list`. */
  listCompletedOfLink(linkId: string, page: PageQuery): Promise<readonly DocumentSummary[]>;
}

export interface DocumentStore extends DocumentReads {
  insert(document: DocumentState): Promise<void>;
  /** Writes the whole state; the row must exist. */
  update(document: DocumentState): Promise<void>;
  /** As `find`, and locks the row until the transaction ends. */
  lock(documentId: string): Promise<DocumentState | null>;
  /** Replaces an existing view. The document must exist. */
  savePreparedView(documentId: string, view: PreparedView): Promise<void>;
  /**
   * The oldest of these visits, first of those that asked for no code; null if there is none, or if other transactions change
   * them. Only inside `transact`.
   */
  findReplaceable(visitors: UnstartedVisitors, now: Date): Promise<ReplaceableVisit | null>;
  /** Removes the registration of a visitor who did not enter the code, with its links and sessions. */
  removeUnstarted(documentId: string): Promise<void>;
  /** Sets `sharingSetting` of every document made from a public link. */
  shareThoseOfLink(linkId: string, sharingSetting: DocumentState['sharingSetting']): Promise<void>;
  /** Removing a missing view is not an error. */
  removePreparedView(documentId: string): Promise<void>;
}

/** Drafts, templates and public links. */
export interface SavedReads {
  find<Kind extends SavedKind>(kind: Kind, id: string): Promise<SavedStateOf<Kind> | null>;
  /** The user's and those shared in the account, newest first (createdAt, then id, descending). */
  list<Kind extends SavedKind>(
    kind: Kind,
    query: {
      readonly accountId: string;
      readonly userId: string;
      /** Of one owner. */
      readonly ownerId?: string | undefined;
      readonly limit: number;
      readonly offset: number;
    },
  ): Promise<readonly SavedStateOf<Kind>[]>;
  /** By `tokenHash`. */
  findByToken<Kind extends SavedKind>(kind: Kind, tokenHash: string): Promise<SavedStateOf<Kind> | null>;
  /** Whether one of the kind, or of any kind, is made from the file. */
  usesFile(fileId: string, kind?: SavedKind): Promise<boolean>;
  /** Ids of those whose `expiresAt` is at or before `now`, the longest expired first. */
  listExpired(kind: SavedKind, now: Date, limit: number): Promise<readonly string[]>;
}

export interface SavedStore extends SavedReads {
  insert<Kind extends SavedKind>(kind: Kind, state: SavedStateOf<Kind>): Promise<void>;
  /** Removes the drafts that became the document. */
  removeSentDrafts(documentId: string): Promise<void>;
  /** Writes the whole state; the row must exist. */
  update<Kind extends SavedKind>(kind: Kind, state: SavedStateOf<Kind>): Promise<void>;
  /** Removing a missing row is not an error. */
  remove(kind: SavedKind, id: string): Promise<void>;
  /** As `find`, and locks the row until the transaction ends. */
  lock<Kind extends SavedKind>(kind: Kind, id: string): Promise<SavedStateOf<Kind> | null>;
}

export interface AuditReads {
  find(entryId: string): Promise<ChainedEntry | null>;
  /** The stored chain of a subject, in order. */
  listFor(subject: AuditSubject): Promise<readonly ChainedEntry[]>;
}

/** Append-only. */
export interface AuditStore extends AuditReads {
  /**
   * Chains the entry to the last of its subject (`chainEntry`) and to the heads of its files. Waits for other
   * transactions on the chain, so chains never fork.
   */
  append(entry: AuditEntry): Promise<void>;
}

export interface SessionReads {
  find(idHash: string): Promise<SigningSession | null>;
  /** Oldest first, ended ones too. */
  listForLink(linkHash: string): Promise<readonly SigningSession[]>;
}

export interface SessionStore extends SessionReads {
  /** Inserts, or writes the whole state. */
  save(session: SigningSession): Promise<void>;
  /** Keeps other callers with the same link waiting until the transaction ends. Only inside `transact`. */
  lockLink(linkHash: string): Promise<void>;
  /** With its proofs. */
  remove(idHash: string): Promise<void>;
  removeForDocument(documentId: string): Promise<void>;
  /** Removes the oldest sessions that expired before `date`; resolves with how many. */
  removeExpired(date: Date, limit: number): Promise<number>;
}

/** What signees proved with their signatures. Encrypted at rest. */
export interface KeptProofReads {
  /** Oldest first. */
  list(
    of: { readonly documentId: string } | { readonly accountId: string },
  ): Promise<readonly KeptProofFacts[]>;
  find(proofId: string): Promise<KeptProof | null>;
}

export interface KeptProofStore extends KeptProofReads {
  insert(proof: KeptProof): Promise<void>;
  removeForDocument(documentId: string): Promise<void>;
}

export interface ProofReads {
  find(proofId: string): Promise<Proof | null>;
  /** The one with that `handover.hash`. */
  findHandedOver(hash: string): Promise<Proof | null>;
  /** Oldest first. */
  listForSession(sessionHash: string): Promise<readonly Proof[]>;
  /** In every session, oldest first. */
  listForDocument(documentId: string): Promise<readonly Proof[]>;
  /** In every session, oldest first. */
  listForSignee(documentId: string, signeeId: string): Promise<readonly Proof[]>;
}

/** The session of a proof must exist; removing it removes its proofs. */
export interface ProofStore extends ProofReads {
  insert(proof: Proof): Promise<void>;
  /** As `find`, and locks the row until the transaction ends. */
  lock(proofId: string): Promise<Proof | null>;
  /** Writes everything but `entered`, so that a poll writes little; the row must exist. */
  update(proof: Proof): Promise<void>;
  /** Removes those of one signee, in every session. */
  removeForSignee(documentId: string, signeeId: string): Promise<void>;
  /**
   * The oldest whose `removeAt` is at or before `date`, locked until the transaction ends. One may be unreadable, so
   * nothing is decrypted.
   */
  lockExpired(date: Date, limit: number): Promise<readonly ProofFacts[]>;
  /** Replaces a proof by these facts, without `entered`, `state` and `result`; the row must exist. */
  removeContent(facts: ProofFacts): Promise<void>;
  /** Removing a missing one is not an error. */
  remove(proofId: string): Promise<void>;
}

export interface WebhookReads {
  find(webhookId: string): Promise<Webhook | null>;
  listForAccount(accountId: string): Promise<readonly Webhook[]>;
  findDelivery(deliveryId: string): Promise<WebhookDelivery | null>;
  /** Newest first. */
  pageDeliveries(webhookId: string, page: PageQuery): Promise<readonly WebhookDelivery[]>;
}

export interface WebhookStore extends WebhookReads {
  insert(webhook: Webhook): Promise<void>;
  /** As `find`, and locks the row until the transaction ends. */
  lock(webhookId: string): Promise<Webhook | null>;
  /** Writes the whole row, which must exist. */
  update(webhook: Webhook): Promise<void>;
  /** Removes its deliveries too. Removing a missing one is not an error. */
  remove(webhookId: string): Promise<void>;
  /** Inserts, unless there is one of equal (webhookId, event.eventId). */
  insertDelivery(delivery: WebhookDelivery): Promise<void>;
  updateDelivery(delivery: WebhookDelivery): Promise<void>;
  /** Removes the oldest created before `date`; resolves with the number. */
  removeDeliveriesBefore(date: Date, limit: number): Promise<number>;
}

export interface EnqueueOptions {
  readonly startAfterSeconds?: number;
  /** Whose share of the job's concurrency it takes. Accounts take turns, so that many jobs of one do not delay those of others. */
  readonly accountId?: string;
}

/** Jobs are enqueued within a transaction and run at least once. */
export interface JobStore {
  enqueue(job: Job | IdentityJob, options?: EnqueueOptions): Promise<void>;
}
