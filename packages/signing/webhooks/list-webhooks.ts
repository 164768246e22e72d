import type { Caller } from '@countersign/identity';
import type { PageQuery } from '../page.ts';
import type { SigningDeps } from '../signing.ts';
import type { Webhook } from './webhook.ts';

export interface WebhookPage {
  readonly webhooks: readonly Webhook[];
  readonly nextOffset: number | null;
}

/** GET /webhooks: the caller's, oldest first. An account has few, so the page is cut from all. */
export async function listWebhooks(
  { database }: Pick<SigningDeps, 'database'>,
  { accountId, userId }: Caller,
  { limit, offset }: PageQuery,
): Promise<WebhookPage> {
  const all = await database.read.webhooks.listForAccount(accountId);
  const own = all.filter((webhook) => webhook.userId === userId);
  const end = offset + limit;
  return { webhooks: own.slice(offset, end), nextOffset: end < own.length ? end : null };
}
