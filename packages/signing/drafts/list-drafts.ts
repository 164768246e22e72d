import type { Caller } from '@countersign/identity';
import { type Page, type PageQuery, readPage } from '../page.ts';
import type { SigningDeps } from '../signing.ts';
import { type Draft, type DraftStatus, statusOf } from './draft.ts';

export interface DraftSummary {
  readonly draft: Draft;
  readonly status: DraftStatus;
}

export async function listDrafts(
  { database, clock }: SigningDeps,
  { accountId, userId }: Caller,
  { ownerId, ...query }: PageQuery & { readonly ownerId?: string | undefined },
): Promise<Page<DraftSummary>> {
  const now = clock.now();
  const { items, nextOffset } = await readPage(query, (page) =>
    database.read.saved.list('draft', { accountId, userId, ownerId, ...page }),
  );
  return { items: items.map((draft) => ({ draft, status: statusOf(draft, now) })), nextOffset };
}
