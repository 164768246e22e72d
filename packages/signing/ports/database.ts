import type { IdentityJob, IdentityReads, IdentityStores } from '@countersign/identity';
import type { AuditEntry, AuditSubject, ChainedEntry } from '../audit/audit-entry.ts';
import type {
  DocumentGroup,
  DocumentState,
  DocumentStatus,
  DocumentSummary,
  GroupCounts,
  GroupViewer,
  PreparedView,
} from '../documents/document.ts';
import type { Label, LabelCount, LabelledId } from '../documents/labels.ts';
import type { StoredFile } from '../files/file.ts';
import type { Job } from '../jobs/job.ts';
import type { PageQuery } from '../page.ts';
import type { KeptProof, KeptProofFacts, Proof, ProofFacts } from '../proofs/proof.ts';
import type { Draft, SavedKind, SavedStateOf } from '../saved/saved-records.ts';
import type { SigningSession } from '../sessions/session.ts';
import type { Webhook, WebhookDelivery } from '../webhooks/webhook.ts';
import type { RemovalReads, RemovalStore } from './removal.ts';
import type { WaitingReads, WaitingStore } from './waiting.ts';

/** A retry may succeed. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('the database is not available', { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/** Every method throws `DatabaseUnavailable` if the database cannot be used. */
export interface Database {
  /**
   * One transaction, durable when it resolves. `lock` excludes other writers of a row. No PDF work and no
   * network calls inside.
   */
  transact<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
  readonly read: ReadStores;
  ping(): Promise<void>;
}

export interface ReadStores extends IdentityReads {
  readonly files: FileReads;
  readonly documents: DocumentReads;
  readonly saved: SavedReads;
  readonly audit: AuditReads;
  readonly sessions: SessionReads;
  readonly proofs: ProofReads;
  readonly keptProofs: KeptProofReads;
  readonly webhooks: WebhookReads;
  readonly waiting: WaitingReads;
  readonly removals: RemovalReads;
}

export interface Stores extends Omit<ReadStores, keyof IdentityReads>, IdentityStores {
  readonly files: FileStore;
  readonly documents: DocumentStore;
  readonly saved: SavedStore;
  readonly audit: AuditStore;
  readonly sessions: SessionStore;
  readonly proofs: ProofStore;
  readonly keptProofs: KeptProofStore;
  readonly webhooks: WebhookStore;
  readonly waiting: WaitingStore;
  readonly removals: RemovalStore;
  readonly jobs: JobStore;
}

export interface FileReads {
  /** Deleted files too, because documents need them. */
  find(fileId: string): Promise<StoredFile | null>;
  findByBlob(blobId: string): Promise<StoredFile | null>;
  /** Adds the sizes of the account's files up, in bytes, without deleted ones. */
  sumSizes(accountId: string): Promise<number>;
  /** Undeleted, without a document or saved configuration, oldest first. */
  listUnused(createdBefore: Date, limit: number): Promise<readonly string[]>;
}

export interface FileStore extends FileReads {
  insert(file: StoredFile): Promise<void>;
  /** The row must exist, as for every `update`. */
  update(file: StoredFile): Promise<void>;
  /** Removing a missing row is never an error. */
  remove(fileId: string): Promise<void>;
  /** Every `lock` is held until the transaction ends. */
  lock(fileId: string): Promise<StoredFile | null>;
}

export interface DocumentFilters {
  readonly status?: DocumentStatus | undefined;
  /** The moment is excluded, as that of `createdBefore` is. */
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  readonly externalId?: string | undefined;
  /**
   * The words are in lower case; each has to be in `searchText`. If none of them has three letters or digits after each
   * other, no more than the newest `MAX_SCANNED_BY_SEARCH` documents may be looked at.
   */
  readonly words?: readonly string[] | undefined;
  readonly labelKey?: string | undefined;
  /** The group is that of `groupOf`. */
  readonly group?: { readonly name: DocumentGroup; readonly viewer: GroupViewer } | undefined;
}

/** The second form has those of all links of an account who have one of these contacts and asked for no code. */
export type UnstartedVisitors =
  | { readonly linkId: string }
  | { readonly accountId: string; readonly contacts: readonly string[] };

export interface DocumentReads {
  find(documentId: string): Promise<DocumentState | null>;
  /** SHA-256 (hex) of a signing link's token. Those of closed and suspended accounts are not found. */
  findByTokenHash(
    tokenHash: string,
  ): Promise<{ readonly document: DocumentState; readonly signeeId: string } | null>;
  /** SHA-256 (hex) of the sealed file; deleted documents too. */
  findBySealedSha256(sha256: string): Promise<{ readonly documentId: string } | null>;
  usesFile(fileId: string): Promise<boolean>;
  findPreparedView(documentId: string): Promise<PreparedView | null>;
  /** Undeleted, `expiryDate` at or before `now`, the longest expired first. */
  listExpired(now: Date, limit: number): Promise<readonly string[]>;
  /** `findFollowUpDate` at or before `now`, the earliest first. Of accounts without access, those that are to be sealed. */
  listForFollowUp(now: Date, limit: number): Promise<readonly string[]>;
  /** [D12-02] Documents that everybody has signed and nothing has sealed, oldest first. */
  listUnsealed(): Promise<readonly string[]>;
  /** The reasons of delayed documents, each once. */
  listSealingReasons(): Promise<readonly string[]>;
  /**
   * The user's and those shared in the account, without deleted ones and those of public links, newest first
   * (createdAt, then documentId, descending).
   */
  list(
    query: PageQuery & DocumentFilters & { readonly accountId: string; readonly userId: string },
  ): Promise<readonly DocumentSummary[]>;
  /** Counts the documents of `list` as the viewer sees them, each group no further than `MAX_COUNTED_IN_GROUP`. */
  countGroups(query: { readonly accountId: string; readonly viewer: GroupViewer }): Promise<GroupCounts>;
  /** The labels are in the order in which they were given. */
  findLabels(documentId: string): Promise<readonly string[]>;
  /**
   * Counts the documents of `list` by label, the most frequent first, then by label: `MAX_LISTED_LABELS` of the first
   * `MAX_COUNTED_LABELS` by key, each no further than `MAX_COUNTED_DOCUMENTS`.
   */
  countLabels(viewer: {
    readonly accountId: string;
    readonly userId: string;
  }): Promise<readonly LabelCount[]>;
  /** Counts those without a code that they still may enter, no further than `limit`. */
  countUnstarted(visitors: UnstartedVisitors, now: Date, limit: number): Promise<number>;
  listCompletedOfLink(linkId: string, page: PageQuery): Promise<readonly DocumentSummary[]>;
}

export interface DocumentStore extends DocumentReads {
  insert(document: DocumentState): Promise<void>;
  update(document: DocumentState): Promise<void>;
  lock(documentId: string): Promise<DocumentState | null>;
  /** Replaces all. The document must exist; its state does not change. */
  setLabels(document: LabelledId, labels: readonly Label[]): Promise<void>;
  /** Replaces an existing view. The document must exist. */
  savePreparedView(documentId: string, view: PreparedView): Promise<void>;
  /**
   * The id of the oldest that asked for no code; null also if other transactions change it. Only inside
   * `transact`.
   */
  findReplaceable(visitors: UnstartedVisitors, now: Date): Promise<string | null>;
  removeUnstarted(documentId: string): Promise<void>;
  /** Changes every document that was made from the link. */
  shareThoseOfLink(linkId: string, sharingSetting: DocumentState['sharingSetting']): Promise<void>;
  removePreparedView(documentId: string): Promise<void>;
}

export interface SavedReads {
  find<Kind extends SavedKind>(kind: Kind, id: string): Promise<SavedStateOf<Kind> | null>;
  /** The user's and those shared in the account, newest first (createdAt, then id, descending). */
  list<Kind extends SavedKind>(
    kind: Kind,
    query: {
      readonly accountId: string;
      readonly userId: string;
      readonly ownerId?: string | undefined;
      readonly limit: number;
      readonly offset: number;
    },
  ): Promise<readonly SavedStateOf<Kind>[]>;
  /** Counts the drafts of `list` that can still be sent. */
  countOpenDrafts(viewer: Pick<Draft, 'accountId' | 'userId'>, now: Date): Promise<number>;
  findByToken<Kind extends SavedKind>(kind: Kind, tokenHash: string): Promise<SavedStateOf<Kind> | null>;
  /** Without `kind`, all kinds count. */
  usesFile(fileId: string, kind?: SavedKind): Promise<boolean>;
  /** `expiresAt` at or before `now`, the longest expired first. */
  listExpired(kind: SavedKind, now: Date, limit: number): Promise<readonly string[]>;
}

export interface SavedStore extends SavedReads {
  insert<Kind extends SavedKind>(kind: Kind, state: SavedStateOf<Kind>): Promise<void>;
  removeSentDrafts(documentId: string): Promise<void>;
  update<Kind extends SavedKind>(kind: Kind, state: SavedStateOf<Kind>): Promise<void>;
  remove(kind: SavedKind, id: string): Promise<void>;
  lock<Kind extends SavedKind>(kind: Kind, id: string): Promise<SavedStateOf<Kind> | null>;
}

export interface AuditReads {
  find(entryId: string): Promise<ChainedEntry | null>;
  /** Entries are in the order of their chain. */
  listFor(subject: AuditSubject): Promise<readonly ChainedEntry[]>;
  /** Counts the documents of the account that were created since then, deleted ones too, no further than `limit`. */
  countCreated(accountId: string, since: Date, limit: number): Promise<number>;
}

/** Entries are only appended. */
export interface AuditStore extends AuditReads {
  /**
   * Chains entries of one subject in this order to its last (`chainEntry`), and each to the heads of its files. Waits for
   * other transactions on the chain, so chains never fork.
   */
  append(...entries: readonly AuditEntry[]): Promise<void>;
}

export interface SessionReads {
  find(idHash: string): Promise<SigningSession | null>;
  /** Oldest first, with those that have ended. */
  listForLink(linkHash: string): Promise<readonly SigningSession[]>;
}

export interface SessionStore extends SessionReads {
  save(session: SigningSession): Promise<void>;
  /** Other callers with the same link wait until the transaction ends. Only inside `transact`. */
  lockLink(linkHash: string): Promise<void>;
  remove(idHash: string): Promise<void>;
  removeForDocument(documentId: string): Promise<void>;
  /** The oldest that expired before `date`; resolves with the number. */
  removeExpired(date: Date, limit: number): Promise<number>;
}

/** The proofs are encrypted at rest. */
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
  findHandedOver(hash: string): Promise<Proof | null>;
  /** Oldest first. */
  listForSession(sessionHash: string): Promise<readonly Proof[]>;
  /** The proofs of every session, oldest first. */
  listForDocument(documentId: string): Promise<readonly Proof[]>;
  /** The proofs of every session, oldest first. */
  listForSignee(documentId: string, signeeId: string): Promise<readonly Proof[]>;
}

/** The session of a proof must exist; removing it removes its proofs. */
export interface ProofStore extends ProofReads {
  insert(proof: Proof): Promise<void>;
  lock(proofId: string): Promise<Proof | null>;
  /** Everything but `entered`, so that a poll writes little. */
  update(proof: Proof): Promise<void>;
  removeForSignee(documentId: string, signeeId: string): Promise<void>;
  /** The oldest whose `removeAt` is at or before `date`. One may be unreadable, so nothing is decrypted. */
  lockExpired(date: Date, limit: number): Promise<readonly ProofFacts[]>;
  /** Leaves these facts, without `entered`, `state` and `result`. */
  removeContent(facts: ProofFacts): Promise<void>;
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
  lock(webhookId: string): Promise<Webhook | null>;
  update(webhook: Webhook): Promise<void>;
  /** Removes the webhook with its deliveries. */
  remove(webhookId: string): Promise<void>;
  /** Inserts nothing if there is a delivery of equal (webhookId, event.eventId). */
  insertDelivery(delivery: WebhookDelivery): Promise<void>;
  updateDelivery(delivery: WebhookDelivery): Promise<void>;
  removeDeliveriesBefore(date: Date, limit: number): Promise<number>;
}

export interface EnqueueOptions {
  readonly startAfterSeconds?: number;
  /** Accounts take turns, so that many jobs of one do not delay those of others. */
  readonly accountId?: string;
}

/** Jobs are stored in the transaction, and run at least once. */
export interface JobStore {
  enqueue(job: Job | IdentityJob, options?: EnqueueOptions): Promise<void>;
}
