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

/** A test delivery [D7-09]; cannot be subscribed to. */
export const TEST_EVENT_TYPE = 'webhook.test';

export type EventType = (typeof EVENT_TYPES)[number];

export function isEventType(type: string): type is EventType {
  return EVENT_TYPES.some((known) => known === type);
}

export interface Webhook {
  readonly webhookId: string;
  readonly accountId: string;
  readonly userId: string;
  /** The program that made it, by the access that the user gave; null if the user did. It ends with that access. */
  readonly clientId: string | null;
  readonly webhookUrl: string;
  readonly name: string;
  readonly eventTypes: readonly EventType[];
  /** Encrypted at rest. */
  readonly signingSecret: string;
  readonly createdAt: Date;
  /** The first failed attempt since the last success; null after a success. */
  readonly failingSince: Date | null;
  /** [D7-25]; null while enabled. */
  readonly disabledAt: Date | null;
}

/** An audit entry in webhooks. */
export const webhookEvent = z.object({
  /** Of the audit entry; older deliveries have ids of their own. */
  eventId: z.string(),
  type: z.enum([...EVENT_TYPES, TEST_EVENT_TYPE]),
  /** Null in a test. */
  documentId: z.string().nullable(),
  accountId: z.string(),
  /** The owner of the document. */
  userId: z.string(),
  /** Set for opened and signed, null otherwise [D7-13]. */
  signeeId: z.string().nullable(),
  date: z.date(),
});
export type WebhookEvent = Immutable<z.infer<typeof webhookEvent>>;

export interface WebhookDelivery {
  readonly deliveryId: string;
  readonly webhookId: string;
  /** There is at most one per event and webhook. */
  readonly event: WebhookEvent;
  readonly status: 'pending' | 'delivered' | 'dead';
  readonly attempts: number;
  /** HTTP status of the last attempt; null without a response. */
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
