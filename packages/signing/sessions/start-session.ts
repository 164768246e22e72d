import type { SigningDeps } from '../deps.ts';
import type { LinkTarget } from '../documents/find-by-link.ts';
import { signingAccess } from '../documents/signing-access.ts';
import type { Stores } from '../ports/database.ts';
import { subjectOf, type Visitor } from './find-session.ts';
import { MAX_SESSIONS_OF_LINK, newSession, type SigningSession } from './session.ts';

/** If a link has too many, replaces the oldest unused one; false if all are used. */
export async function admitSession(stores: Stores, session: SigningSession): Promise<boolean> {
  const { sessions } = stores;
  await sessions.lockLink(session.linkHash);
  const known = await sessions.listForLink(session.linkHash);
  const open = known.filter(({ expiresAt }) => expiresAt > session.createdAt);
  if (open.length >= MAX_SESSIONS_OF_LINK) {
    const unused = await findUnused(stores, session.documentId, open);
    if (unused === undefined) return false;
    await sessions.remove(unused.idHash);
  }
  await sessions.save(session);
  return true;
}

async function findUnused(
  { documents, proofs }: Stores,
  documentId: string,
  sessions: readonly SigningSession[],
): Promise<SigningSession | undefined> {
  // A check begins with the document locked.
  await documents.lock(documentId);
  const used = new Set((await proofs.listForDocument(documentId)).map(({ sessionHash }) => sessionHash));
  return sessions.find(
    ({ idHash, state, codesSentAt, verifiedAt }) =>
      state !== 'signed' && codesSentAt.length === 0 && verifiedAt === null && !used.has(idHash),
  );
}

/** Returns null if nothing is recorded. */
export async function startSession(
  deps: SigningDeps,
  target: LinkTarget,
  visitor: Visitor,
): Promise<SigningSession | null> {
  const now = deps.clock.now();
  const { document, signee, verification } = target;
  if (verification !== null || !signingAccess(document, signee, now).canSign) return null;
  const sessionId = deps.ids.secret();
  const session = newSession(subjectOf(target), sessionId, now);
  const isStored = await deps.database.transact((stores) => admitSession(stores, session));
  if (!isStored) return null;
  visitor.onSession(sessionId);
  return session;
}
