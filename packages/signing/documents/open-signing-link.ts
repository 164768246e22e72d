import { admitSession } from '../sessions/admit-session.ts';
import { findSession, isVerified, NEW_VISITOR, subjectOf, type Visitor } from '../sessions/find-session.ts';
import { newSession, type SigningSession } from '../sessions/session.ts';
import type { SigningDeps, SigningView } from '../signing.ts';
import { changeDocument } from './decision.ts';
import { findByLink, type LinkTarget, requireSignee } from './find-by-link.ts';
import { recordOpening } from './record-opening.ts';
import { signingAccess } from './signing-access.ts';
import { viewForSignee } from './signing-view.ts';

/** [D7-10] The first opening is an event. */
export async function openSigningLink(
  deps: SigningDeps,
  token: string,
  visitor: Visitor = NEW_VISITOR,
): Promise<SigningView> {
  const target = await findByLink(deps.database.read, token);
  const found = await findSession(deps.database.read, target, visitor, deps.clock.now());
  const session = found ?? (await startSession(deps, target, visitor));
  return openTarget(deps, target, session, visitor);
}

/** By a signee who may sign. */
export async function openTarget(
  deps: SigningDeps,
  target: LinkTarget,
  session: SigningSession | null,
  visitor: Visitor,
): Promise<SigningView> {
  const opened = isVerified(target, session) ? await withOpening(deps, target, visitor) : target;
  return viewForSignee(deps, opened, session);
}

/** Null if nothing is recorded. */
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

async function withOpening(deps: SigningDeps, target: LinkTarget, { origin }: Visitor): Promise<LinkTarget> {
  const { documentId } = target.document;
  const { signeeId } = target.signee;
  // Most later openings only read.
  if (recordOpening(target.document, signeeId, deps.clock.now(), origin) === null) return target;
  const opened = await changeDocument(deps, documentId, (document) =>
    recordOpening(document, signeeId, deps.clock.now(), origin),
  );
  return opened === null ? target : { ...target, document: opened, signee: requireSignee(opened, signeeId) };
}
