import type { DocumentState } from '../documents/document.ts';
import type { Stores } from '../ports/database.ts';
import type { PublicLink } from './public-link.ts';

/** Not a change of the link: neither `updatedAt` nor its revision moves. */
export async function countVisit(
  { saved }: Pick<Stores, 'saved'>,
  linkId: string,
  what: keyof PublicLink['counts'],
): Promise<void> {
  const link = await saved.lock('link', linkId);
  if (link === null) return;
  await saved.update('link', { ...link, counts: { ...link.counts, [what]: link.counts[what] + 1 } });
}

export async function countCompletion(
  stores: Pick<Stores, 'saved'>,
  { publicLink }: DocumentState,
): Promise<void> {
  if (publicLink !== undefined) await countVisit(stores, publicLink.linkId, 'completed');
}
