import type { Caller } from '@countersign/identity';
import { type Page, type PageQuery, selectPage } from '../page.ts';
import type { SigningDeps } from '../signing.ts';
import type { Webhook } from './webhook.ts';

/** GET /webhooks: the caller's, oldest first. An account has few, so the page is cut from all. */
export async function listWebhooks(
  { database }: Pick<SigningDeps, 'database'>,
  { accountId, userId }: Caller,
  query: PageQuery,
): Promise<Page<Webhook>> {
  const all = await database.read.webhooks.listForAccount(accountId);
  return selectPage(
    all.filter((webhook) => webhook.userId === userId),
    query,
  );
}
