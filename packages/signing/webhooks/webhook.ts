import { z } from 'zod';
import type { Immutable } from '../immutable.ts';

export const EVENT_TYPES = [
  'document.created',
  'document.opened',
  'document.signed',
  'document.completed',
  // Not in the specification; `document.revoked` follows it.
  'document.declined',
  'document.revoked',
  'document.deleted',
] as const;

/** [D7-09]; cannot be subscribed to. */
export const TEST_EVENT_TYPE = 'webhook.test';

export type EventType = (typeof EVENT_TYPES)[number];

export function isEventType(type: string): type is EventType {
  return EVENT_TYPES.some((known) => known === type);
}

/** About what one signee did, whom the event names. */
export function isSigneeEvent(type: string): boolean {
  return type === 'document.opened' || type === 'document.signed';
}

export interface Webhook {
  readonly webhookId: string;
  readonly accountId: string;
  readonly userId: string;
  /** Null if a user made it. It ends with the program's access. */
  readonly clientId: string | null;
  readonly webhookUrl: string;
  readonly name: string;
  readonly eventTypes: readonly EventType[];
  /** Encrypted at rest. */
  readonly signingSecret: string;
  readonly createdAt: Date;
  /** Since the last success. */
  readonly failingSince: Date | null;
  /** [D7-25] */
  readonly disabledAt: Date | null;
}

/** Made of an audit entry. */
export const webhookEvent = z.object({
  /** Older deliveries have ids of their own. */
  eventId: z.string(),
  type: z.enum([...EVENT_TYPES, TEST_EVENT_TYPE]),
  /** Null in a test. */
  documentId: z.string().nullable(),
  accountId: z.string(),
  /** Of the document. */
  userId: z.string(),
  /** For opened and signed [D7-13]. */
  signeeId: z.string().nullable(),
  date: z.date(),
});
export type WebhookEvent = Immutable<z.infer<typeof webhookEvent>>;

export interface WebhookDelivery {
  readonly deliveryId: string;
  readonly webhookId: string;
  /** At most one per event and webhook. */
  readonly event: WebhookEvent;
  readonly status: 'pending' | 'delivered' | 'dead';
  readonly attempts: number;
  /** Null without a response. */
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
