import { randomUUID } from 'node:crypto';
import { hashSecret } from '@countersign/base';
import type { DocumentState, Signee } from '../documents/document.ts';
import type { Database } from '../ports/database.ts';

/** Registers more visitors of a public link, each with a contact of their own and as far as the first one is. */
export async function copyVisits(database: Database, signingUrl: string, count: number): Promise<void> {
  const linkHash = hashSecret(signingUrl.split('/').at(-1) ?? '');
  const found = await database.read.documents.findByTokenHash(linkHash);
  const [session] = await database.read.sessions.listForLink(linkHash);
  if (found === null) throw new Error('no such visit');
  await database.transact(async ({ documents, sessions }) => {
    for (let made = 0; made < count; made++) {
      const copy = copyVisit(found.document);
      await documents.insert(copy.document);
      if (session === undefined) continue;
      const { documentId } = copy.document;
      await sessions.save({ ...session, ...copy.ids, documentId, idHash: hashSecret(randomUUID()) });
    }
  });
}

function copyVisit(visit: DocumentState) {
  const [first, ...others] = visit.signees;
  if (first === undefined || visit.publicLink === undefined) throw new Error('not a visit');
  const link = newLink();
  const signeeId = randomUUID();
  const recipientLinks = [{ channel: 'email', ...link }] as const;
  const signees: Signee[] = [{ ...first, ...newLink(), signeeId, recipientLinks }, ...others];
  const publicLink = { ...visit.publicLink, contacts: [`${randomUUID()}@example.com`] };
  return {
    document: { ...visit, documentId: randomUUID(), signees, publicLink },
    ids: { signeeId, linkHash: link.tokenHash },
  };
}

function newLink() {
  const token = randomUUID();
  return { token, tokenHash: hashSecret(token) };
}
