import { hashSecret } from '@countersign/identity';
import { SigningError } from '../errors.ts';
import type { ReadStores, Stores } from '../ports/database.ts';
import type { LinkVerification } from '../sessions/session.ts';
import type { SigningDeps } from '../signing.ts';
import type { DocumentState, Signee } from './document.ts';
import { signeeAtLink } from './slots.ts';

export interface LinkTarget {
  readonly document: DocumentState;
  readonly signee: Signee;
  /** SHA-256 (hex) of the link's token. */
  readonly linkHash: string;
  /** Null for a link that was itself sent to the signee. */
  readonly verification: LinkVerification | null;
}

/** Throws `link_not_found` if the token is unknown, replaced or of a deleted document. */
export function findByLink(stores: Pick<ReadStores, 'documents'>, token: string): Promise<LinkTarget> {
  return findByLinkHash(stores, hashSecret(token));
}

/**
 * As `findByLink`, and locks the link and then the document: a visit that waits for its code is removed for another, with
 * its sessions.
 */
export async function lockByLink(stores: Stores, token: string): Promise<LinkTarget> {
  const { linkHash, document } = await findByLink(stores, token);
  await stores.sessions.lockLink(linkHash);
  await stores.documents.lock(document.documentId);
  return findByLink(stores, token);
}

export async function findByLinkHash(
  stores: Pick<ReadStores, 'documents'>,
  linkHash: string,
): Promise<LinkTarget> {
  const found = await stores.documents.findByTokenHash(linkHash);
  const document = found === null ? null : await stores.documents.find(found.documentId);
  if (found === null || document === null || document.status === 'deleted')
    throw new SigningError('link_not_found');
  const invited = requireSignee(document, found.signeeId);
  const signee = signeeAtLink(document, invited);
  return { document, signee, linkHash, verification: findVerification(invited, linkHash) };
}

/** Throws `link_not_found` for a link over a channel that the signee no longer has. */
function findVerification(signee: Signee, linkHash: string): LinkVerification | null {
  const link = signee.recipientLinks?.find(({ tokenHash }) => tokenHash === linkHash);
  if (link === undefined) return null;
  const contact = link.channel === 'email' ? signee.emailAddress : signee.phoneNumber;
  if (contact === null) throw new SigningError('link_not_found');
  return { channel: link.channel, contact };
}

export function listLinkHashes({ tokenHash, recipientLinks = [] }: Signee): readonly string[] {
  return [tokenHash, ...recipientLinks.map((link) => link.tokenHash)];
}

/** Resolves with the account of its document. Throws as `findByLink`. */
export async function requireSigningLink(
  { database }: Pick<SigningDeps, 'database'>,
  token: string,
): Promise<string> {
  return (await findByLink(database.read, token)).document.accountId;
}

/** Throws `link_not_found` if the signee was replaced meanwhile. */
export function requireSignee(document: DocumentState, signeeId: string): Signee {
  const signee = document.signees.find((candidate) => candidate.signeeId === signeeId);
  if (signee === undefined) throw new SigningError('link_not_found');
  return signee;
}
