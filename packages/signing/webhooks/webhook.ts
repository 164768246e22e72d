import type { Immutable } from '@countersign/base';
import { z } from 'zod';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The pauses before each further attempt [D7-22]. */
export const RETRY_DELAYS_SECONDS: readonly number[] = [
  5,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
];

/** Not in the specification. A random share is added to a delay, to spread attempts at a recovered endpoint. */
const JITTER = 0.1;

/** Returns null after the last attempt. `chance` is 0 to 1. */
export function delayAfter(attempts: number, chance: number): number | null {
  const delay = RETRY_DELAYS_SECONDS[attempts - 1];
  return delay === undefined ? null : Math.round(delay * (1 + JITTER * chance));
}

/** The first 32 bits are random (RFC 9562 5.4). */
export function chanceOf(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8), 16) / 2 ** 32;
}

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
  /** It is null if a user made it. A program's webhook ends with its access. */
  readonly clientId: string | null;
  readonly webhookUrl: string;
  readonly name: string;
  readonly eventTypes: readonly EventType[];
  /** Encrypted at rest. */
  readonly signingSecret: string;
  readonly createdAt: Date;
  /** Since the last success. */
  readonly failingSince: Date | null;
  /** The time at which it was disabled [D7-25]. */
  readonly disabledAt: Date | null;
}

/** An event is made of an audit entry. */
export const webhookEvent = z.object({
  eventId: z.string(),
  type: z.enum([...EVENT_TYPES, TEST_EVENT_TYPE]),
  /** It is null in a test. */
  documentId: z.string().nullable(),
  accountId: z.string(),
  /** The owner of the document. */
  userId: z.string(),
  /** Only `opened` and `signed` have it [D7-13]. */
  signeeId: z.string().nullable(),
  date: z.date(),
});
export type WebhookEvent = Immutable<z.infer<typeof webhookEvent>>;

/** The `lastError` of a delivery that an owner or admin gave up. */
export const DELIVERY_STOPPED = 'stopped';

export interface WebhookDelivery {
  readonly deliveryId: string;
  readonly webhookId: string;
  /** A webhook has at most one delivery for each event. */
  readonly event: WebhookEvent;
  readonly status: 'pending' | 'delivered' | 'dead';
  readonly attempts: number;
  /** It is null without a response. */
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
