import type { Caller } from '@countersign/identity';
import { type Page, type PageQuery, selectPage } from '../page.ts';
import type { SigningDeps } from '../signing.ts';
import { isManager, isOwn } from './find-webhook.ts';
import type { Webhook } from './webhook.ts';

/**
 * The caller's, for owners and admins the account's, oldest first. An account has few, so the page is cut
 * from all.
 */
export async function listWebhooks(
  { database }: Pick<SigningDeps, 'database'>,
  caller: Caller,
  query: PageQuery,
): Promise<Page<Webhook>> {
  const all = await database.read.webhooks.listForAccount(caller.accountId);
  const seesAll = await isManager(database.read, caller);
  return selectPage(
    all.filter((webhook) => seesAll || isOwn(webhook, caller)),
    query,
  );
}
