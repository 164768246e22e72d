import { createHash } from 'node:crypto';
import { hashSecret } from '@countersign/base';
import type { SigningDeps } from '../deps.ts';
import { SigningError } from '../errors.ts';
import type { ReadStores, Stores } from '../ports/database.ts';
import type { LinkVerification } from '../sessions/session.ts';
import { type DocumentState, type Signee, signeeAtLink } from './document.ts';

/** So many digits distinguish the PDFs of one document. */
const VERSION_DIGITS = 16;

/** The prepared PDF is replaced when the sender sets form values. Returns null before the first one. */
export function fileVersionOf({ preparedBlobId }: Pick<DocumentState, 'preparedBlobId'>): string | null {
  if (preparedBlobId === null) return null;
  return createHash('sha256').update(preparedBlobId).digest('hex').slice(0, VERSION_DIGITS);
}

/** Throws `document_changed` if another name was shown. Without one the current one was. */
export function requireShownName({ fullName }: Pick<Signee, 'fullName'>, shown: string | undefined): void {
  if (shown !== undefined && shown !== fullName) throw new SigningError('document_changed');
}

/** Throws `document_changed` if another PDF was shown. Without a version the current one was. */
export function requireFileVersion(
  document: Pick<DocumentState, 'preparedBlobId'>,
  shown: string | undefined,
): void {
  if (shown !== undefined && shown !== fileVersionOf(document)) throw new SigningError('document_changed');
}

export interface LinkTarget {
  readonly document: DocumentState;
  readonly signee: Signee;
  /** SHA-256 (hex) of the link's token. */
  readonly linkHash: string;
  /** It is null for a link that was itself sent to the signee. */
  readonly verification: LinkVerification | null;
}

/** Throws `link_not_found` if the token is unknown, replaced or of a deleted document. */
export function findByLink(stores: Pick<ReadStores, 'documents'>, token: string): Promise<LinkTarget> {
  return findByLinkHash(stores, hashSecret(token));
}

/**
 * As `findByLink`, and locks the link and then the document: a visit that waits for its code is removed for another,
 * with its sessions.
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
  if (found === null || found.document.status === 'deleted') throw new SigningError('link_not_found');
  const { document } = found;
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
async function requireSigningLink(
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

export const signingLinkOperations = { requireLink: requireSigningLink };
