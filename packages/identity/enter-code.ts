import { hashSecret } from '@countersign/base';
import { countCodeAttempt } from './attempt-limits.ts';
import type { Browser } from './browser-session.ts';
import type { IdentityDeps } from './deps.ts';
import { IdentityError } from './errors.ts';
import { recordForPerson } from './events.ts';
import type { Person } from './person.ts';
import type { IdentityStores } from './ports.ts';
import { requireSession } from './sessions.ts';
import { listActiveUsers, recordRefusal } from './sign-in.ts';
import { adoptLanguage, chooseAccount, recordStart, type SessionStep } from './start-session.ts';
import { findStep, takeRecoveryCode } from './totp.ts';

/**
 * Takes a code of the app or for recovery, which works once. Throws `session_missing`, `code_wrong`,
 * `too_many_attempts`, `single_sign_on_required`.
 */
async function enterCode(deps: IdentityDeps, browser: Browser, code: string): Promise<SessionStep> {
  const session = await requireSession(deps, browser.sessionId, ['second_factor']);
  const { personId } = session;
  const known = await listActiveUsers(deps.database.read, personId);
  await countCodeAttempt(deps, browser, { personId }, known);
  const id = deps.ids.secret();
  const step = await deps.database.transact(async (stores) => {
    const person = await stores.people.lock(personId);
    const factor = person && (await takeCode(deps, stores, person, code.trim()));
    if (factor === null) return null;
    const users = await listActiveUsers(stores, personId);
    const chosen = await chooseAccount(deps, stores, session, users);
    const changed = { ...chosen, idHash: hashSecret(id) };
    if (!(await stores.browserSessions.replace(session.idHash, changed)))
      throw new IdentityError('session_missing');
    if (factor === 'recovery_code') {
      const facts = { address: browser.address, isDoneByThem: true };
      await recordForPerson(deps, stores, users, facts, { type: 'recovery_code.used' });
      await stores.jobs.enqueue({ name: 'send-security-notice', personId, notice: 'recovery_code_used' });
    }
    await recordStart(deps, stores, changed);
    return { id, next: changed.stage };
  });
  if (step !== null) return adoptLanguage(deps, browser, step);
  await recordRefusal(deps, known, browser, 'code');
  throw new IdentityError('code_wrong');
}

async function takeCode(
  { clock }: Pick<IdentityDeps, 'clock'>,
  { people }: Pick<IdentityStores, 'people'>,
  person: Person,
  code: string,
): Promise<'totp' | 'recovery_code' | null> {
  const { totp, personId } = person;
  if (totp === null || totp.confirmedAt === null) return null;
  const lastStep = findStep(totp.secret, code.replaceAll(' ', ''), clock.now(), totp.lastStep);
  if (lastStep !== null) {
    await people.update({ ...person, totp: { ...totp, lastStep } });
    return 'totp';
  }
  return (await takeRecoveryCode(people, personId, code)) ? 'recovery_code' : null;
}

export const codeOperations = { enterCode };
