import { checkParagraphs } from '@countersign/identity';
import { MAX_REASON_LENGTH } from '../configuration/limits.ts';
import { refuseProblems } from '../problems.ts';
import { findOpenSession, NEW_VISITOR, type Visitor } from '../sessions/find-session.ts';
import type { SigningDeps, SigningView } from '../signing.ts';
import { changeDocument } from './decision.ts';
import { findByLink } from './find-by-link.ts';
import { recordDecline } from './record-decline.ts';
import { viewForSignee } from './signing-view.ts';

/** Ends the document as revoked. */
export async function declineDocument(
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
