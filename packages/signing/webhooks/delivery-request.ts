import { createHmac } from 'node:crypto';
import manifest from '../package.json' with { type: 'json' };
import type { Webhook, WebhookEvent } from './webhook.ts';

export interface DeliveryRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** All packages have the version of the service. */
const USER_AGENT = `Countersign/${manifest.version}`;

/** Signed with the time of sending [6-10]. */
export function deliveryRequest(
  event: WebhookEvent,
  { webhookId, signingSecret }: Pick<Webhook, 'webhookId' | 'signingSecret'>,
  now: Date,
): DeliveryRequest {
  const timestamp = Math.floor(now.getTime() / 1000);
  const body = JSON.stringify(payloadOf(event));
  return {
    body,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': USER_AGENT,
      'X-Service-Webhook-Id': webhookId,
      'X-Service-Timestamp': String(timestamp),
      'X-Service-Signature': signDelivery(signingSecret, timestamp, body),
    },
  };
}

/** Hex HMAC-SHA256 of `{timestamp}.{raw body}` [6-06]. */
export function signDelivery(signingSecret: string, timestamp: number, body: string): string {
  return createHmac('sha256', signingSecret).update(`${timestamp}.${body}`).digest('hex');
}

function payloadOf({ eventId, type, date, documentId, accountId, userId, signeeId }: WebhookEvent) {
  return {
    event: { eventId, type, date: date.toISOString() },
    data: { documentId, accountId, userId, signeeId },
  };
}
