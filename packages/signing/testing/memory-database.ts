import type { Account, ApiKey, User } from '../accounts/account.ts';
import type { ChainedEntry } from '../audit/audit-entry.ts';
import type { DocumentState } from '../documents/document.ts';
import type { PreparedView } from '../documents/prepared-view.ts';
import type { StoredFile } from '../files/file.ts';
import type { Job } from '../jobs/job.ts';
import type { Database, ReadStores, Stores } from '../ports/database.ts';
import type { Webhook, WebhookDelivery } from '../webhooks/webhook.ts';
import { memoryStores } from './memory-stores.ts';

export interface EnqueuedJob {
  readonly job: Job;
  readonly startAfterSeconds: number;
}

/** All rows, as plain data, so that a transaction is a copy that replaces the original or is thrown away. */
export interface MemoryTables {
  accounts: Account[];
  users: User[];
  apiKeys: ApiKey[];
  files: StoredFile[];
  documents: DocumentState[];
  preparedViews: Map<string, PreparedView>;
  audit: ChainedEntry[];
  webhooks: Webhook[];
  deliveries: WebhookDelivery[];
  jobs: EnqueuedJob[];
}

/** A database for tests of the rules. One transaction at a time; a throw leaves nothing behind. */
export class MemoryDatabase implements Database {
  private tables: MemoryTables = emptyTables();
  private queue: Promise<unknown> = Promise.resolve();
  readonly read: ReadStores = memoryStores(() => this.tables);

  transact<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
    const result = this.queue.then(() => this.runAlone(work));
    this.queue = result.catch(() => undefined);
    return result;
  }

  private async runAlone<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
    const draft = structuredClone(this.tables);
    const result = await work(memoryStores(() => draft));
    this.tables = draft;
    return result;
  }

  async ping(): Promise<void> {
    await this.queue;
  }

  /** Jobs enqueued and not yet taken, oldest first. */
  get jobs(): readonly EnqueuedJob[] {
    return this.tables.jobs;
  }

  /** Takes the oldest job away. */
  takeJob(): EnqueuedJob | undefined {
    return this.tables.jobs.shift();
  }
}

function emptyTables(): MemoryTables {
  return {
    accounts: [],
    users: [],
    apiKeys: [],
    files: [],
    documents: [],
    preparedViews: new Map(),
    audit: [],
    webhooks: [],
    deliveries: [],
    jobs: [],
  };
}
