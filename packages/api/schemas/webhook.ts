import { MAX_NAME_LENGTH } from '@countersign/base/text';
import { EVENT_TYPES, line, TEST_EVENT_TYPE, type Webhook, type WebhookDelivery } from '@countersign/signing';
import { uuid } from '@countersign/signing/configuration/text';
import { z } from 'zod';
import { timestamp } from './parts.ts';

/** The body of a delivery [6-07] [6-08]. */
export const webhookPayload = z.object({
  event: z.object({
    eventId: z
      .string()
      .meta({ description: 'The same in every delivery of an event: receivers recognise repeats by it.' }),
    type: z.enum([...EVENT_TYPES, TEST_EVENT_TYPE]),
    date: timestamp,
  }),
  data: z.object({
    documentId: z.string().nullable().meta({ description: 'Null in webhook.test.' }),
    accountId: z.string(),
    userId: z.string().meta({ description: 'The owner of the document, or of the webhook that is tested.' }),
    signeeId: z.string().nullable().meta({ description: 'Set for document.opened and document.signed.' }),
  }),
});

export const webhookParams = z.object({ webhookId: uuid });
export const deliveryParams = webhookParams.extend({ deliveryId: uuid });

/** What a request says of a webhook [4.6-01]. */
export const webhookInput = z.object({
  webhookUrl: z.url().meta({ description: 'HTTPS, to a public address.' }),
  name: line({ min: 1, max: MAX_NAME_LENGTH }),
  eventTypes: z.array(z.enum(EVENT_TYPES)).min(1).max(EVENT_TYPES.length),
});

/** The secret is not in lists. */
export const webhookBody = z.object({
  webhookId: z.string(),
  userId: z.string().meta({ description: 'The user who registered it.' }),
  webhookUrl: z.string(),
  name: z.string(),
  eventTypes: z.array(z.enum(EVENT_TYPES)),
  disabledAt: timestamp.nullable().meta({
    description: 'When it was disabled because every delivery had failed for 5 days; PUT enables it again.',
  }),
});

export const webhookWithSecret = webhookBody.extend({ signingSecret: z.string() });

export const deliveryBody = z.object({
  deliveryId: z.string(),
  eventId: z.string(),
  eventType: z.string(),
  documentId: z.string().nullable(),
  status: z.enum(['pending', 'delivered', 'dead']),
  attempts: z.int(),
  lastStatus: z
    .int()
    .nullable()
    .meta({ description: 'HTTP status of the last attempt; null without an answer.' }),
  lastError: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export function presentWebhook(webhook: Webhook): z.output<typeof webhookBody> {
  const { webhookId, userId, webhookUrl, name, eventTypes, disabledAt } = webhook;
  return {
    webhookId,
    userId,
    webhookUrl,
    name,
    eventTypes: [...eventTypes],
    disabledAt: disabledAt?.toISOString() ?? null,
  };
}

export function presentWithSecret(webhook: Webhook): z.output<typeof webhookWithSecret> {
  return { ...presentWebhook(webhook), signingSecret: webhook.signingSecret };
}

export function presentDelivery(delivery: WebhookDelivery): z.output<typeof deliveryBody> {
  const { deliveryId, event, status, attempts, lastStatus, lastError, createdAt, updatedAt } = delivery;
  return {
    deliveryId,
    eventId: event.eventId,
    eventType: event.type,
    documentId: event.documentId,
    status,
    attempts,
    lastStatus,
    lastError,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
