import { ownerJob } from '../notifications/document-message.ts';
import { storedUserAgent, type VisitorOrigin } from '../sessions/find-session.ts';
import { type Decision, replaceSignee } from './decision.ts';
import type { DocumentState } from './document.ts';
import { requireSignee } from './find-by-link.ts';
import { signingAccess } from './signing-access.ts';

/** Null for later ones. */
export function recordOpening(
  document: DocumentState,
  signeeId: string,
  now: Date,
  origin?: VisitorOrigin,
): Decision | null {
  const signee = requireSignee(document, signeeId);
  if (signee.openedAt !== null || !signingAccess(document, signee, now).canSign) return null;
  return {
    document: { ...document, signees: replaceSignee(document, signeeId, { openedAt: now }) },
    entries: [{ type: 'document.opened', date: now, details: { signeeId, ...describeOrigin(origin) } }],
    jobs: document.notifyOwner ? [ownerJob(document, 'owner_opened', { about: signeeId })] : [],
  };
}

/** For the evidence, as of a signature. */
function describeOrigin(origin: VisitorOrigin | undefined) {
  return origin && { ipAddress: origin.ipAddress, userAgent: storedUserAgent(origin.userAgent) };
}
