import type { IdentityJob } from '@countersign/identity';
import type { Job } from '../jobs/job.ts';
import type { PageQuery } from '../page.ts';

export const WAITING_KINDS = ['message', 'webhook', 'seal'] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

export const WAITING_STATES = ['retrying', 'running', 'given_up'] as const;
export type WaitingState = (typeof WAITING_STATES)[number];

interface WaitingFacts {
  /** The id of the job, of the delivery, or of the document that is not sealed. */
  readonly waitingId: string;
  readonly state: WaitingState;
  readonly documentId: string | null;
  readonly since: Date;
  /** It is null while it runs, and if it was given up. */
  readonly nextAt: Date | null;
  readonly attempts: number;
}

/** What failed, and is tried again or was given up in the last week. */
export type WaitingItem = WaitingFacts &
  (
    | { readonly kind: 'message'; readonly about: Job | IdentityJob }
    | {
        readonly kind: 'webhook';
        readonly about: {
          readonly webhookId: string;
          readonly webhookName: string;
          readonly eventType: string;
          readonly lastStatus: number | null;
          readonly lastError: string | null;
        };
      }
    | { readonly kind: 'seal'; readonly about: { readonly reason: string } }
  );

export interface WaitingReads {
  /** The oldest first. */
  list(
    accountId: string,
    query: PageQuery & { readonly documentId?: string | undefined },
  ): Promise<readonly WaitingItem[]>;
  find(accountId: string, waitingId: string): Promise<WaitingItem | null>;
}

/** Both return false if the job runs, was done or removed. */
export interface WaitingStore extends WaitingReads {
  /** Lets a job run within seconds, with a few attempts more. */
  retryJob(jobId: string): Promise<boolean>;
  /** Lets a job never run again. */
  cancelJob(jobId: string): Promise<boolean>;
}
