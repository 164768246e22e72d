import { ownerJob } from '../notifications/document-message.ts';
import { storedUserAgent, type VisitorOrigin } from '../sessions/find-session.ts';
import { type Decision, replaceSignee } from './decision.ts';
import type { DocumentState } from './document.ts';
import { requireSignee } from './find-by-link.ts';
import { signingAccess } from './signing-access.ts';

/** Phones change their address with their network. */
const MAX_ADDRESSES = 10;

/** The first is an event; later ones from new addresses are for the evidence. Null for the rest. */
export function recordOpening(
  document: DocumentState,
  signeeId: string,
  now: Date,
  origin?: VisitorOrigin,
): Decision | null {
  const signee = requireSignee(document, signeeId);
  if (!signingAccess(document, signee, now).canSign) return null;
  const { openedAt, openedFrom = [] } = signee;
  const address = origin?.ipAddress;
  const isNew = address !== undefined && !openedFrom.includes(address);
  if (openedAt !== null && (!isNew || openedFrom.length >= MAX_ADDRESSES)) return null;
  const opened = { openedAt: openedAt ?? now, ...(isNew && { openedFrom: [...openedFrom, address] }) };
  const type = openedAt === null ? 'document.opened' : 'document.opened_again';
  return {
    document: { ...document, signees: replaceSignee(document, signeeId, opened) },
    entries: [{ type, date: now, details: { signeeId, ...describeOrigin(origin) } }],
    jobs:
      openedAt === null && document.notifyOwner
        ? [ownerJob(document, 'owner_opened', { about: signeeId })]
        : [],
  };
}

/** For the evidence, as of a signature. */
function describeOrigin(origin: VisitorOrigin | undefined) {
  return origin && { ipAddress: origin.ipAddress, userAgent: storedUserAgent(origin.userAgent) };
}
