import { storeDecision } from '../documents/decision.ts';
import { findByLink, type LinkTarget, lockByLink } from '../documents/find-by-link.ts';
import { openTarget } from '../documents/open-signing-link.ts';
import { SigningError } from '../errors.ts';
import { startVisit } from '../public-links/start-visit.ts';
import type { SigningDeps, SigningView } from '../signing.ts';
import { uncountCode } from './deliver-code.ts';
import { findSession, NEW_VISITOR, type Visitor } from './find-session.ts';
import { type CodeOutcome, tryCode } from './one-time-code.ts';
import { isOpen } from './session.ts';

/**
 * For the browser that asked for the code. Throws `code_invalid` with the tries that are left, or
 * `code_expired`.
 */
export async function checkCode(
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
