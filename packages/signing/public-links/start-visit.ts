import type { Decision } from '../documents/decision.ts';
import type { DocumentState } from '../documents/document.ts';
import { creationDecision } from '../documents/new-document.ts';
import { touch } from '../documents/retention.ts';
import { isUnstarted } from '../documents/slots.ts';
import { SigningError } from '../errors.ts';
import type { Stores } from '../ports/database.ts';
import type { SigningDeps } from '../signing.ts';
import { countVisit } from './count-visit.ts';
import { requireActive } from './save-public-link.ts';

/**
 * Null if it is made already. The transaction holds the document. Throws `link_not_found` or
 * `public_link_disabled` if that happened meanwhile.
 */
export async function startVisit(
  stores: Stores,
  document: DocumentState,
  { clock, settings }: Pick<SigningDeps, 'clock' | 'settings'>,
): Promise<Decision | null> {
  const { publicLink } = document;
  if (publicLink === undefined || !isUnstarted(document)) return null;
  const link = await stores.saved.lock('link', publicLink.linkId);
  if (link === null) throw new SigningError('link_not_found');
  requireActive(link);
  await countVisit(stores, link.id, 'started');
  const { sharingSetting } = link.configuration;
  const started = { ...document, sharingSetting, publicLink: { ...publicLink, isStarted: true } };
  return creationDecision(touch(started, clock.now(), settings.retentionDays), null);
}
