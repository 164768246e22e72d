import type { MessageChannel } from '../notifications/channels.ts';

/** Rendered when they are sent. */
export type DocumentMessage =
  | 'invitation'
  | 'your_turn'
  | 'reminder'
  | 'contact_changed'
  | 'completed'
  | 'revoked'
  | 'expired'
  | 'declined'
  | 'failed'
  | 'owner_declined'
  | 'owner_expired'
  | 'owner_opened'
  | 'owner_payment_unused'
  | 'owner_sealing_delayed'
  | 'owner_signed';

export interface PaymentFacts {
  /** The amount includes its currency. */
  readonly amount: string;
  readonly provider: string;
  readonly paymentId: string;
}

/**
 * Jobs run at least once and in no order, and first check what is done. `to` is a signeeId or `owner`;
 * `attempt` counts earlier attempts, so that a repeated job starts no second chain.
 */
export interface JobData {
  'read-document': { readonly documentId: string };
  'read-link': { readonly linkId: string };
  'prepare-document': { readonly documentId: string };
  'send-message': {
    readonly documentId: string;
    readonly to: string;
    readonly message: DocumentMessage;
    readonly channel: MessageChannel;
    /** If `to` is the owner. */
    readonly about?: string;
    readonly payment?: PaymentFacts;
    /** Distinguishes messages of one kind. */
    readonly round?: number;
  };
  'complete-document': { readonly documentId: string };
  'send-completed': { readonly documentId: string; readonly to?: string };
  /** To the address in the field of this name, or to the entry of `copies` with this index. */
  'send-copy': { readonly documentId: string } & ({ readonly field: string } | { readonly copy: number });
  'send-failed': { readonly documentId: string };
  'publish-event': { readonly eventId: string };
  'deliver-webhook': { readonly deliveryId: string; readonly attempt?: number };
  'send-webhook-disabled': { readonly webhookId: string };
  'remove-unused-blob': { readonly blobId: string };
  'remove-unused-attachment': { readonly documentId: string; readonly blobId: string };
  'remove-replaced-preparation': { readonly documentId: string; readonly blobId: string };
  'remove-replaced-reading': { readonly blobId: string } & (
    | { readonly documentId: string }
    | { readonly linkId: string }
  );
  /** Those that no signature needs. */
  'remove-proof-blobs': { readonly documentId: string; readonly blobIds: readonly string[] };
  /** `round` counts from 0. */
  'watch-proof': { readonly proofId: string; readonly round: number };
  /** A payment that is not to be made any more, or whose time is over. `round` counts earlier runs. */
  'end-checkout': {
    readonly documentId: string;
    readonly signeeId: string;
    readonly proofId: string;
    readonly checkoutId: string;
    /** ISO 8601. */
    readonly startedAt: string;
    readonly round?: number;
  };
  'remove-document-content': {
    readonly documentId: string;
    readonly fileId: string;
    readonly blobIds: readonly string[];
  };
  'follow-up-documents': object;
  'remove-expired': object;
  'remove-closed-accounts': object;
  'remove-account': { readonly accountId: string };
}

export type JobName = keyof JobData;

export type Job<Name extends JobName = JobName> = {
  [N in Name]: { readonly name: N } & JobData[N];
}[Name];
