import { type WebhookEvent, webhookEvent } from '../webhooks/webhook.ts';
import { defineStoredState } from './stored-state.ts';

/** What a webhook delivery sends. */
export const storedEvent = defineStoredState<WebhookEvent>('event', webhookEvent, []);
