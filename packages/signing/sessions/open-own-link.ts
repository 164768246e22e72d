import type { Caller } from '@countersign/identity';
import type { SigningDeps } from '../deps.ts';
import type { DocumentState } from '../documents/document.ts';
import { findByLink } from '../documents/find-by-link.ts';
import { getRecipientLinks } from '../documents/recipient-links.ts';
import { signingAccess } from '../documents/signing-access.ts';
import { SigningError } from '../errors.ts';
import { subjectOf, type Visitor } from './find-session.ts';
import { applyEvent, newSession } from './session.ts';
import { admitSession } from './start-session.ts';

/**
 * For the user who is signed in, without a code: they have proven their email address and cannot change it.
 * Throws `link_not_found` if no signee has it.
 */
async function openOwnLink(
  deps: SigningDeps,
  caller: Caller,
  documentId: string,
  visitorOf: (token: string) => Visitor,
): Promise<string> {
  const recipients = await getRecipientLinks(deps, caller, documentId);
  const user = await deps.database.read.accounts.findUser(caller.userId);
  const own = user?.emailAddress.toLowerCase();
  const mine = recipients.filter(
    ({ signee, verificationChannel }) =>
      verificationChannel === 'email' && signee.emailAddress?.toLowerCase() === own,
  );
  const recipient = mine.find(({ signee }) => signee.signature === null) ?? mine[0];
  const token = recipient?.signee.recipientLinks?.find(({ channel }) => channel === 'email')?.token;
  if (recipient === undefined || token === undefined) throw new SigningError('link_not_found');
  await startOwnSession(deps, token, visitorOf(token));
  return recipient.signingUrl;
}

/** Nothing is recorded if signing is impossible. */
async function startOwnSession(deps: SigningDeps, token: string, visitor: Visitor): Promise<void> {
  const target = await findByLink(deps.database.read, token);
  const now = deps.clock.now();
  if (isVisit(target.document) || !signingAccess(target.document, target.signee, now).canSign) return;
  const sessionId = deps.ids.secret();
  const session = applyEvent(newSession(subjectOf(target), sessionId, now), 'sign_in');
  const verified = { ...session, verifiedAt: now, verifiedBy: 'sign_in' } as const;
  const isStored = await deps.database.transact((stores) => admitSession(stores, verified));
  if (isStored) visitor.onSession(sessionId);
}

/** The first code of a visit starts its document. */
function isVisit({ publicLink }: DocumentState): boolean {
  return publicLink !== undefined;
}

export const ownLinkOperations = { openOwn: openOwnLink };
