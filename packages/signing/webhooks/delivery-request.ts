import { createHmac } from 'node:crypto';
import type { WebhookEvent } from './webhook.ts';

export interface DeliveryRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Signed with the time of sending [6-10]. */
export function deliveryRequest(event: WebhookEvent, signingSecret: string, now: Date): DeliveryRequest {
  const timestamp = Math.floor(now.getTime() / 1000);
  const body = JSON.stringify(payloadOf(event));
  return {
    body,
    headers: {
      'Content-Type': 'application/json',
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
