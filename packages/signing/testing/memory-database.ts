import { emptyIdentityTables, type IdentityTables, MemoryTransactions } from '@countersign/identity/testing';
import type { ChainedEntry } from '../audit/audit-entry.ts';
import type { DocumentState, PreparedView } from '../documents/document.ts';
import type { Label } from '../documents/labels.ts';
import type { StoredFile } from '../files/file.ts';
import type { Job } from '../jobs/job.ts';
import type { Database, ReadStores, Stores } from '../ports/database.ts';
import type { KeptProof, Proof } from '../proofs/proof.ts';
import type { SavedKind, SavedStateOf } from '../saved/saved-records.ts';
import type { SigningSession } from '../sessions/session.ts';
import type { Webhook, WebhookDelivery } from '../webhooks/webhook.ts';
import { recordCommit } from './idempotency-store-memory.ts';
import { memoryStores } from './memory-stores.ts';

export interface EnqueuedJob {
  readonly job: Job;
  readonly startAfterSeconds: number;
  readonly accountId: string | null;
}

/** A transaction is a copy that replaces the original or is dropped. */
export interface MemoryTables extends IdentityTables {
  files: StoredFile[];
  documents: DocumentState[];
  preparedViews: Map<string, PreparedView>;
  labels: Map<string, readonly Label[]>;
  saved: Map<string, SavedStateOf<SavedKind>>;
  audit: ChainedEntry[];
  sessions: SigningSession[];
  proofs: Proof[];
  keptProofs: KeptProof[];
  webhooks: Webhook[];
  deliveries: WebhookDelivery[];
  jobs: EnqueuedJob[];
}

export class MemoryDatabase extends MemoryTransactions<MemoryTables, ReadStores, Stores> implements Database {
  constructor() {
    super(emptyTables(), memoryStores);
  }

  override async transact<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
    const result = await super.transact(work);
    recordCommit();
    return result;
  }

  get jobs(): readonly EnqueuedJob[] {
    return this.tables.jobs;
  }

  takeJob(): EnqueuedJob | undefined {
    return this.tables.jobs.shift();
  }
}

function emptyTables(): MemoryTables {
  return {
    ...emptyIdentityTables(),
    files: [],
    documents: [],
    preparedViews: new Map(),
    labels: new Map(),
    saved: new Map(),
    audit: [],
    sessions: [],
    proofs: [],
    keptProofs: [],
    webhooks: [],
    deliveries: [],
    jobs: [],
  };
}
