import type { Stores } from '../ports/database.ts';
import { MAX_SESSIONS_OF_LINK, type SigningSession } from './session.ts';

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
