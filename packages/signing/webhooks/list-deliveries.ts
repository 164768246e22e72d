import type { Caller } from '@countersign/identity';
import { type Page, type PageQuery, readPage } from '../page.ts';
import type { SigningDeps } from '../signing.ts';
import { findOwnWebhook } from './find-webhook.ts';
import type { WebhookDelivery } from './webhook.ts';

/** Newest first. */
export async function listDeliveries(
  { database }: Pick<SigningDeps, 'database'>,
  caller: Caller,
  webhookId: string,
  query: PageQuery,
): Promise<Page<WebhookDelivery>> {
  await findOwnWebhook(database.read, caller, webhookId);
  return readPage(query, (page) => database.read.webhooks.pageDeliveries(webhookId, page));
}
