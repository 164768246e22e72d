export const EVENT_TYPES = [
  'document.created',
  'document.opened',
  'document.signed',
  'document.completed',
  'document.revoked',
  'document.deleted',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

export interface Webhook {
  readonly webhookId: string;
  readonly accountId: string;
  readonly userId: string;
  readonly webhookUrl: string;
  readonly name: string;
  readonly eventTypes: readonly EventType[];
  /** In clear for the rules; adapters keep it encrypted at rest. */
  readonly signingSecret: string;
  readonly createdAt: Date;
}

export interface WebhookDelivery {
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly status: 'pending' | 'delivered' | 'dead';
  readonly attempts: number;
  /** HTTP status of the last attempt, null when there was no answer. */
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
