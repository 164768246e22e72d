import type { AccessTokenStore, OAuthStore } from '@countersign/oauth';
import type { Database, Stores } from '@countersign/signing';
import type { IdempotencyStore, RateCounter } from '@countersign/signing/ports';
import { type Kysely, sql } from 'kysely';
import type { SecretBox } from './encryption.ts';
import { createAccessTokenStore } from './stores/access-token-store.ts';
import { createAccountEventStore } from './stores/account-event-store.ts';
import { createAccountStore } from './stores/account-store.ts';
import { createAuditStore } from './stores/audit-store.ts';
import { createBrowserSessionStore } from './stores/browser-session-store.ts';
import { createDocumentStore } from './stores/document-store.ts';
import { createFileStore } from './stores/file-store.ts';
import { createIdempotencyStore } from './stores/idempotency-store.ts';
import { createJobStore, type EnqueueJob } from './stores/job-store.ts';
import {
  createMessageAttemptStore,
  createMessageStore,
  type MessageAttemptStore,
  type MessageStore,
} from './stores/message-store.ts';
import { createOAuthStore, createProgramAccessStore } from './stores/oauth-store.ts';
import { createPersonStore } from './stores/person-store.ts';
import { createKeptProofStore, createProofStore } from './stores/proof-store.ts';
import { createRateCountStore } from './stores/rate-count-store.ts';
import { createSavedStore } from './stores/saved-store.ts';
import { createSessionStore } from './stores/session-store.ts';
import { createWebhookStore } from './stores/webhook-store.ts';
import type { Tables } from './tables.ts';
import { type Engine, TransactionScope } from './transaction.ts';

/** All stores called inside `transact` take part in the transaction; a nested `transact` is refused. */
export interface AdapterDatabase extends Database {
  readonly accessTokens: AccessTokenStore;
  readonly oauth: OAuthStore;
  readonly messages: MessageStore;
  readonly messageAttempts: MessageAttemptStore;
  readonly rateCounts: RateCounter;
  readonly idempotencyKeys: IdempotencyStore;
  /** For the job queue. */
  readonly engine: Engine;
  /** Null after it stops. */
  attachJobs(enqueue: EnqueueJob | null): void;
  /** Close the job queue first. */
  close(): Promise<void>;
}

export function createAdapterDatabase(
  engine: Engine,
  db: Kysely<Tables>,
  secrets: SecretBox,
): AdapterDatabase {
  const scope = new TransactionScope(db);
  const jobs = createJobStore(scope);
  const stores: Stores = {
    accounts: createAccountStore(scope),
    people: createPersonStore(scope, secrets),
    browserSessions: createBrowserSessionStore(scope),
    accountEvents: createAccountEventStore(scope),
    programAccess: createProgramAccessStore(scope),
    files: createFileStore(scope),
    documents: createDocumentStore(scope, secrets),
    saved: createSavedStore(scope, secrets),
    audit: createAuditStore(scope),
    sessions: createSessionStore(scope),
    proofs: createProofStore(scope, secrets),
    keptProofs: createKeptProofStore(scope, secrets),
    webhooks: createWebhookStore(scope, secrets),
    jobs,
  };
  const idempotencyKeys = createIdempotencyStore(db, secrets);
  return {
    transact: (work) =>
      scope.run(async () => {
        const result = await work(stores);
        await idempotencyKeys.recordCommit(scope.db);
        return result;
      }),
    read: stores,
    ping: () => ping(scope),
    accessTokens: createAccessTokenStore(scope, engine),
    oauth: createOAuthStore(scope),
    messages: createMessageStore(scope, secrets),
    messageAttempts: createMessageAttemptStore(scope),
    rateCounts: createRateCountStore(db),
    idempotencyKeys,
    engine,
    attachJobs: (enqueue) => jobs.attach(enqueue),
    close: () => engine.close(),
  };
}

async function ping({ db }: TransactionScope): Promise<void> {
  await sql`SELECT 1`.execute(db);
}
