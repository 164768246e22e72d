import type { Caller } from '@countersign/identity';
import type { SigningDeps } from '../signing.ts';
import { findOwnWebhook } from './find-webhook.ts';
import type { Webhook } from './webhook.ts';

export function getWebhook(
  { database }: Pick<SigningDeps, 'database'>,
  caller: Caller,
  webhookId: string,
): Promise<Webhook> {
  return findOwnWebhook(database.read, caller, webhookId);
}
