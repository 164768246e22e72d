import { checkParagraphs } from '@countersign/base/text';
import type { Caller } from '@countersign/identity';
import { MAX_REASON_LENGTH } from '../configuration/limits.ts';
import type { SigningDeps } from '../deps.ts';
import { refuseProblems, SigningError } from '../errors.ts';
import { deleteUnusedFile } from '../files/remove-file.ts';
import { noticeJobs, ownerJob } from '../notifications/messages.ts';
import { recordDeletion } from '../remove-content.ts';
import { findOpenSession, NEW_VISITOR, type Visitor } from '../sessions/find-session.ts';
import type { Decision } from './audited-decision.ts';
import { changeDocument, changeVisibleDocument } from './decision.ts';
import { withoutDelay } from './delay-sealing.ts';
import type { DocumentState } from './document.ts';
import { findByLink, requireSignee } from './find-by-link.ts';
import { touch } from './retention.ts';
import { findExpiry, isFullySigned, requireCanSign } from './signing-access.ts';
import type { SigningView } from './signing-page-view.ts';
import { viewForSignee } from './signing-view.ts';
import { moveTo, statusAfter } from './status.ts';

/**
 * Revokes the document. Throws as signing does. The reason is not in the audit trail, which outlives the
 * document.
 */
export function recordDecline(
  document: DocumentState,
  signeeId: string,
  reason: string,
  now: Date,
  retentionDays: number,
): Decision {
  requireCanSign(document, requireSignee(document, signeeId), now, 'decline');
  const others = document.signees.filter((one) => one.signeeId !== signeeId && one.invitedAt !== null);
  const revoked = touch(moveTo(document, 'revoked'), now, retentionDays);
  return {
    document: { ...revoked, revokedAt: now, declined: { signeeId, reason, declinedAt: now } },
    entries: [
      { type: 'document.declined', details: { signeeId } },
      { type: 'document.revoked', details: { reason: 'declined' } },
    ],
    jobs: [
      ownerJob(document, 'owner_declined', { about: signeeId }),
      ...noticeJobs(document, others, 'declined'),
    ],
  };
}

/** Ends the document as revoked. */
async function declineDocument(
  deps: SigningDeps,
  token: string,
  reason: string,
  visitor: Visitor = NEW_VISITOR,
): Promise<SigningView> {
  const target = await findByLink(deps.database.read, token);
  const now = deps.clock.now();
  const session = await findOpenSession(deps.database.read, target, visitor, now);
  const text = reason.trim();
  refuseProblems(checkParagraphs('reason', text, { min: 1, max: MAX_REASON_LENGTH }));
  const { documentId } = target.document;
  const { signeeId } = target.signee;
  const declined = await changeDocument(deps, documentId, (document) =>
    recordDecline(document, signeeId, text, now, deps.settings.retentionDays),
  );
  return viewForSignee(deps, { ...target, document: declined ?? target.document }, session);
}

/** Deletes its file too if no other document uses it [3-14] [3-15]. Throws `document_not_deletable`. */
async function deleteDocument(
  deps: Pick<SigningDeps, 'database' | 'ids' | 'clock'>,
  caller: Caller,
  documentId: string,
): Promise<void> {
  await deps.database.transact(async (stores) => {
    const { userId } = caller;
    const { fileId } = await changeVisibleDocument(stores, deps, { caller, documentId }, (document) =>
      recordDeletion(document, { userId }, deps.clock.now()),
    );
    await deleteUnusedFile(stores, fileId, { userId, details: { reason: 'document_deleted' } }, deps);
  });
}

/** Keeps the content for the retention period. Returns null if there is nothing to revoke. */
export function recordExpiry(document: DocumentState, now: Date, retentionDays: number): Decision | null {
  const expiry = findExpiry(document);
  if (expiry === null || expiry > now) return null;
  const next = statusAfter(document.status, 'expire');
  if (next === null) return null;
  const invited = document.signees.filter(({ invitedAt }) => invitedAt !== null);
  return {
    document: { ...touch(moveTo(document, next), now, retentionDays), revokedAt: now },
    entries: [{ type: 'document.revoked', details: { reason: 'expired' } }],
    jobs: [...noticeJobs(document, invited, 'expired'), ownerJob(document, 'owner_expired')],
  };
}

/**
 * Returns null if it was revoked before [D5-09]. Throws `document_fully_signed` after the last signature [3-08],
 * unless sealing is delayed [D12-02].
 */
export function recordRevocation(
  document: DocumentState,
  userId: string,
  now: Date,
  retentionDays: number,
): Decision | null {
  const { status, signees } = document;
  const next = statusAfter(status, 'revoke');
  if (next === null) return null;
  if (document.sealingDelay === undefined && isFullySigned(document))
    throw new SigningError('document_fully_signed', { status });
  const revoked = touch(moveTo(document, next), now, retentionDays);
  const invited = signees.filter(({ invitedAt }) => invitedAt !== null);
  return {
    document: { ...withoutDelay(revoked), revokedAt: now },
    entries: [{ type: 'document.revoked', userId }],
    jobs: noticeJobs(document, invited, 'revoked'),
  };
}

/** Throws `document_fully_signed`. */
async function revokeDocument(
  deps: Pick<SigningDeps, 'database' | 'ids' | 'clock' | 'settings'>,
  caller: Caller,
  documentId: string,
): Promise<void> {
  const { database, clock, settings } = deps;
  await database.transact((stores) =>
    changeVisibleDocument(stores, deps, { caller, documentId }, (document) =>
      recordRevocation(document, caller.userId, clock.now(), settings.retentionDays),
    ),
  );
}

export const endingOperations = { revoke: revokeDocument, delete: deleteDocument };

export const decliningOperations = { decline: declineDocument };
