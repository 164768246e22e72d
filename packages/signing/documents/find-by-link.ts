import { hashSecret } from '@countersign/identity';
import { SigningError } from '../errors.ts';
import type { ReadStores } from '../ports/database.ts';
import type { SigningDeps } from '../signing.ts';
import type { DocumentState, Signee } from './document.ts';

export interface LinkTarget {
  readonly document: DocumentState;
  readonly signee: Signee;
}

/** Who a signing link belongs to. `link_not_found` for a token that is unknown, replaced or of a deleted document. */
export async function findByLink(stores: ReadStores, token: string): Promise<LinkTarget> {
  const found = await stores.documents.findByTokenHash(hashSecret(token));
  const document = found === null ? null : await stores.documents.find(found.documentId);
  if (found === null || document === null || document.status === 'deleted')
    throw new SigningError('link_not_found');
  return { document, signee: requireSignee(document, found.signeeId) };
}

/** Throws as `findByLink`. */
export async function requireSigningLink(
  { database }: Pick<SigningDeps, 'database'>,
  token: string,
): Promise<void> {
  await findByLink(database.read, token);
}

/** `link_not_found` when the signee was replaced meanwhile. */
export function requireSignee(document: DocumentState, signeeId: string): Signee {
  const signee = document.signees.find((candidate) => candidate.signeeId === signeeId);
  if (signee === undefined) throw new SigningError('link_not_found');
  return signee;
}
