import { type WebhookEvent, webhookEvent } from '../webhooks/webhook.ts';
import { defineStoredState } from './stored-state.ts';

/** The event that a delivery holds. */
export const storedEvent = defineStoredState<WebhookEvent>('event', webhookEvent, []);
