import type { AccessTokenStore, LockingOAuthStore, OAuthStore } from '@countersign/oauth';
import type { Database, Stores } from '@countersign/signing';
import type { IdempotencyStore, RateCounter } from '@countersign/signing/ports';
import { sql } from 'kysely';
import type { SecretBox } from './encryption.ts';
import type { Connection } from './schema.ts';
import { PostgresAccessTokenStore } from './stores/access-token-store.ts';
import { PostgresAccountEventStore } from './stores/account-event-store.ts';
import { PostgresAccountStore } from './stores/account-store.ts';
import { PostgresAuditStore } from './stores/audit-store.ts';
import { PostgresBrowserSessionStore } from './stores/browser-session-store.ts';
import { PostgresDocumentStore } from './stores/document-store.ts';
import { PostgresFileStore } from './stores/file-store.ts';
import { PostgresIdempotencyStore } from './stores/idempotency-store.ts';
import { type EnqueueJob, PostgresJobStore } from './stores/job-store.ts';
import {
  type MessageAttemptStore,
  type MessageStore,
  PostgresMessageAttemptStore,
  PostgresMessageStore,
} from './stores/message-store.ts';
import { PostgresOAuthStore, PostgresProgramAccessStore } from './stores/oauth-store.ts';
import { PostgresPersonStore } from './stores/person-store.ts';
import { PostgresKeptProofStore, PostgresProofStore } from './stores/proof-store.ts';
import { PostgresRateCountStore } from './stores/rate-count-store.ts';
import { PostgresRemovalStore } from './stores/removal-store.ts';
import { PostgresSavedStore } from './stores/saved-store.ts';
import { PostgresSessionStore } from './stores/session-store.ts';
import { PostgresSignOnStore } from './stores/sign-on-store.ts';
import { PostgresWaitingStore } from './stores/waiting-store.ts';
import { PostgresWebhookStore } from './stores/webhook-store.ts';
import { type Engine, type OpenTransaction, Transactions } from './transaction.ts';

/** The stores of one transaction. */
export interface TransactionStores extends Stores {
  readonly accessTokens: AccessTokenStore;
  readonly oauth: LockingOAuthStore;
}

/** A nested `transact`, and inside one any store but those that it hands out, is refused. */
export interface AdapterDatabase extends Database {
  transact<T>(work: (stores: TransactionStores) => Promise<T>): Promise<T>;
  readonly accessTokens: AccessTokenStore;
  readonly oauth: OAuthStore;
  readonly messages: MessageStore;
  readonly messageAttempts: MessageAttemptStore;
  readonly rateCounts: RateCounter;
  readonly idempotencyKeys: IdempotencyStore;
  /** The queue works on the engine. */
  readonly engine: Engine;
  /** The queue hands its function over when it opens, and null when it stops. */
  attachJobs(enqueue: EnqueueJob | null): void;
  /** The job queue has to be closed first. */
  close(): Promise<void>;
}

export function createAdapterDatabase(engine: Engine, db: Connection, secrets: SecretBox): AdapterDatabase {
  const transactions = new Transactions(db);
  const { outside } = transactions;
  const idempotencyKeys = new PostgresIdempotencyStore(outside, secrets);
  let enqueue: EnqueueJob | null = null;
  const createStores = (transaction: OpenTransaction): TransactionStores => ({
    ...createReadableStores(transaction.db, secrets, engine),
    programAccess: new PostgresProgramAccessStore(transaction.db),
    jobs: new PostgresJobStore(transaction, enqueue),
    accessTokens: new PostgresAccessTokenStore(transaction.db, engine),
    oauth: new PostgresOAuthStore(transaction.db),
  });
  return {
    transact: (work) =>
      transactions.run(async (transaction) => {
        const result = await work(createStores(transaction));
        await idempotencyKeys.recordCommit(transaction.db);
        return result;
      }),
    read: createReadableStores(outside, secrets, engine),
    ping: () => ping(outside),
    accessTokens: new PostgresAccessTokenStore(outside, engine),
    oauth: new PostgresOAuthStore(outside),
    messages: new PostgresMessageStore(outside, secrets),
    messageAttempts: new PostgresMessageAttemptStore(outside),
    rateCounts: new PostgresRateCountStore(outside),
    idempotencyKeys,
    engine,
    attachJobs(attached) {
      enqueue = attached;
    },
    close: () => engine.close(),
  };
}

/** The stores that can be read outside transactions too. */
function createReadableStores(db: Connection, secrets: SecretBox, engine: Engine) {
  return {
    accounts: new PostgresAccountStore(db),
    people: new PostgresPersonStore(db, secrets),
    browserSessions: new PostgresBrowserSessionStore(db),
    signOn: new PostgresSignOnStore(db, secrets),
    accountEvents: new PostgresAccountEventStore(db),
    files: new PostgresFileStore(db),
    documents: new PostgresDocumentStore(db, secrets),
    saved: new PostgresSavedStore(db, secrets),
    audit: new PostgresAuditStore(db),
    sessions: new PostgresSessionStore(db),
    proofs: new PostgresProofStore(db, secrets),
    keptProofs: new PostgresKeptProofStore(db, secrets),
    webhooks: new PostgresWebhookStore(db, secrets),
    waiting: new PostgresWaitingStore(db, engine),
    removals: new PostgresRemovalStore(db, engine),
  };
}

async function ping(db: Connection): Promise<void> {
  await sql`SELECT 1`.execute(db);
}
