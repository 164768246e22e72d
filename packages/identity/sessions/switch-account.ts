import type { IdentityDeps } from '../create-identity.ts';
import { IdentityError } from '../errors.ts';
import { recordEvent } from '../events/record-event.ts';
import { hashSecret } from '../secrets/hash-secret.ts';
import { adoptLanguage } from './adopt-language.ts';
import type { Browser } from './browser-session.ts';
import { requireSession } from './find-session.ts';
import { listActiveUsers } from './sign-in.ts';
import { enterAccount, recordStart, type SessionStep } from './start-session.ts';

/** After sign-in, too. Throws `session_missing`, `account_not_found`. */
export async function switchAccount(
  deps: IdentityDeps,
  browser: Browser,
  accountId: string,
): Promise<SessionStep> {
  const session = await requireSession(deps, browser.sessionId, ['choose_account', 'signed_in']);
  const id = deps.ids.secret();
  const step = await deps.database.transact(async (stores) => {
    const users = await listActiveUsers(stores, session.personId);
    const user = users.find((one) => one.accountId === accountId);
    if (user === undefined) throw new IdentityError('account_not_found');
    const changed = { ...enterAccount(session, user, deps.clock.now()), idHash: hashSecret(id) };
    if (!(await stores.browserSessions.replace(session.idHash, changed)))
      throw new IdentityError('session_missing');
    if (session.stage !== 'signed_in') await recordStart(deps, stores, changed);
    else if (session.accountId !== accountId) {
      const by = { ...user, address: browser.address };
      const subjectId = session.sessionId;
      await recordEvent(deps, stores, by, { type: 'session.account_switched', subjectId });
    }
    return { id, next: changed.stage };
  });
  return adoptLanguage(deps, browser, step);
}
