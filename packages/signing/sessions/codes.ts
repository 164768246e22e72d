import type { SigningDeps } from '../deps.ts';
import { storeDecision } from '../documents/decision.ts';
import { findByLink, type LinkTarget, lockByLink } from '../documents/find-by-link.ts';
import { type CannotSignReason, signingAccess } from '../documents/signing-access.ts';
import type { SigningView } from '../documents/signing-page-view.ts';
import { openTarget, viewForSignee } from '../documents/signing-view.ts';
import { SigningError } from '../errors.ts';
import type { Stores } from '../ports/database.ts';
import { startVisit } from '../public-links/visit.ts';
import { deliverCode, uncountCode } from './deliver-code.ts';
import { findSession, NEW_VISITOR, subjectOf, type Visitor } from './find-session.ts';
import {
  applyEvent,
  type CodeOutcome,
  canApply,
  isOpen,
  issueCode,
  type LinkVerification,
  newSession,
  type SigningSession,
  secondsUntilNextCode,
  tryCode,
  voidCode,
} from './session.ts';

/**
 * For the browser that asked for the code. Throws `code_invalid` with the tries that are left, or
 * `code_expired`.
 */
async function checkCode(
  deps: SigningDeps,
  token: string,
  code: string,
  visitor: Visitor = NEW_VISITOR,
): Promise<SigningView> {
  const now = deps.clock.now();
  // The count of tries has to be stored, so a wrong code does not throw.
  let confirmed: LinkTarget | undefined;
  const outcome = await deps.database.transact(async (stores): Promise<CodeOutcome> => {
    const target = await lockByLink(stores, token);
    const session = await findSession(stores, target, visitor, now);
    if (session === null || target.verification === null) return { kind: 'expired' };
    if (isOpen(session)) return { kind: 'accepted', session };
    const { contact } = target.verification;
    const tried = tryCode(session, code, { linkToken: token, contact }, now);
    if (tried.kind !== 'expired') await stores.sessions.save(tried.session);
    if (tried.kind === 'accepted') {
      await storeDecision(stores, target.document, await startVisit(stores, target.document, deps), deps);
      confirmed = target;
    }
    return tried;
  });
  if (outcome.kind === 'expired') throw new SigningError('code_expired');
  if (outcome.kind === 'wrong') throw new SigningError('code_invalid', { triesLeft: outcome.triesLeft });
  if (confirmed?.verification)
    await uncountCode(deps, { ...confirmed, network: visitor.network }, confirmed.verification.contact);
  return openTarget(deps, await findByLink(deps.database.read, token), outcome.session, visitor);
}

/**
 * None for a document that is over. Voids the code before, whichever browser asked for it, once this one is sent. Throws `code_cooldown` and
 * `code_not_sent`.
 */
async function sendCode(
  deps: SigningDeps,
  token: string,
  visitor: Visitor = NEW_VISITOR,
): Promise<SigningView> {
  const target = await findByLink(deps.database.read, token);
  const { verification } = target;
  const now = deps.clock.now();
  const found = await findSession(deps.database.read, target, visitor, now);
  const isOver = isSigningOver(target, now) || (found !== null && !canApply(found, 'send_code'));
  if (verification === null || isOver) return viewForSignee(deps, target, found);
  const code = deps.ids.oneTimeCode();
  const sessionId = deps.ids.secret();
  const stored = await deps.database.transact((stores) =>
    storeCode(stores, found ?? newSession(subjectOf(target), sessionId, now), {
      code,
      now,
      verification,
      linkToken: token,
    }),
  );
  // Another window entered the code meanwhile.
  if (stored === null) return sendCode(deps, token, visitor);
  if (found === null) visitor.onSession(sessionId);
  await deliver(deps, { ...target, network: visitor.network }, verification, stored, code);
  return viewForSignee(deps, target, stored.issued);
}

const OVER: readonly (CannotSignReason | undefined)[] = ['revoked', 'declined', 'expired', 'failed'];

/** There is nothing that a code would open. */
function isSigningOver({ document, signee }: LinkTarget, now: Date): boolean {
  return OVER.includes(signingAccess(document, signee, now).reason);
}

interface IssuedCode {
  readonly issued: SigningSession;
  /** The sessions that had a code until then; the session itself may be among them. */
  readonly replaced: readonly SigningSession[];
}

interface NewCode {
  readonly code: string;
  readonly linkToken: string;
  readonly verification: LinkVerification;
  readonly now: Date;
}

/** Returns null if the session is open. */
async function storeCode(
  stores: Stores,
  session: SigningSession,
  { code, linkToken, verification, now }: NewCode,
): Promise<IssuedCode | null> {
  const { sessions } = stores;
  const { linkHash } = await lockByLink(stores, linkToken);
  const known = await sessions.listForLink(linkHash);
  const current = known.find(({ idHash }) => idHash === session.idHash) ?? session;
  if (!canApply(current, 'send_code')) return null;
  const seconds = secondsUntilNextCode(known, now);
  if (seconds > 0) throw new SigningError('code_cooldown', { seconds });
  const replaced = known.filter(({ code: earlier }) => earlier !== null);
  for (const other of replaced) if (other.idHash !== session.idHash) await sessions.save(voidCode(other));
  const issued = issueCode(current, code, { linkToken, contact: verification.contact }, now);
  await sessions.save(issued);
  return { issued, replaced };
}

async function deliver(
  deps: SigningDeps,
  target: LinkTarget & Pick<Visitor, 'network'>,
  verification: LinkVerification,
  { issued, replaced }: IssuedCode,
  code: string,
): Promise<void> {
  const messageId = `code:${issued.idHash}:${issued.code?.hash ?? ''}`;
  try {
    await deliverCode(deps, target, verification, { code, messageId });
  } catch (error) {
    await deps.database.transact((stores) => withdrawCode(stores, { issued, replaced }));
    throw error;
  }
}

/**
 * The code before is valid again, and the next need not wait. A provider may fail after it sent the code,
 * which was then used.
 */
async function withdrawCode({ sessions }: Stores, { issued, replaced }: IssuedCode): Promise<void> {
  await sessions.lockLink(issued.linkHash);
  const session = await sessions.find(issued.idHash);
  if (session === null || session.code?.hash !== issued.code?.hash) return;
  await sessions.save({ ...voidCode(session), codesSentAt: session.codesSentAt.slice(0, -1) });
  for (const { idHash, code } of replaced) {
    const other = await sessions.find(idHash);
    if (other !== null && other.state === 'unverified')
      await sessions.save({ ...applyEvent(other, 'send_code'), code });
  }
}

export const codeOperations = { sendCode, checkCode };
