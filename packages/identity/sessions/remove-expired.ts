import type { IdentityDeps } from '../create-identity.ts';
import { DAY_MS } from '../durations.ts';
import { KEPT_EVENT_DAYS } from '../events/account-event.ts';
import { SESSION_IDLE_MS } from './browser-session.ts';

/** Until then an expired link has its own error. */
const EXPIRED_INVITATION_DAYS = 30;

/** And invitations, links and challenges. */
export async function removeExpiredSessions({ database, clock }: IdentityDeps): Promise<void> {
  const now = clock.now();
  await database.transact(async ({ accounts, browserSessions, people }) => {
    await browserSessions.removeExpired(now, new Date(now.getTime() - SESSION_IDLE_MS));
    await people.removeExpired(now);
    await accounts.removeInvitationsBefore(new Date(now.getTime() - EXPIRED_INVITATION_DAYS * DAY_MS));
  });
}

export async function removeOldAccountEvents({ database, clock }: IdentityDeps): Promise<void> {
  const date = new Date(clock.now().getTime() - KEPT_EVENT_DAYS * DAY_MS);
  await database.transact(({ accountEvents }) => accountEvents.removeBefore(date));
}
