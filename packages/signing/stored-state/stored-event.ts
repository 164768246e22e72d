import { type WebhookEvent, webhookEvent } from '../webhooks/webhook.ts';
import { defineStoredState } from './stored-state.ts';

/** Of a delivery. */
export const storedEvent = defineStoredState<WebhookEvent>('event', webhookEvent, []);
