import type { IdentityDeps } from '../create-identity.ts';
import { DAY_MS } from '../durations.ts';
import type { IdentityJobOf } from '../jobs/job.ts';
import { hashSecret } from '../secrets/hash-secret.ts';

const VALID_DAYS = 7;

/**
 * The token is created here to keep secrets out of the queue, anew for every attempt, because the mail of a
 * failed one may have arrived.
 */
export async function sendInvitation(
  { database, ids, clock, mailer }: IdentityDeps,
  { userId, invitedBy }: IdentityJobOf<'send-user-invitation'>,
): Promise<void> {
  const { accounts } = database.read;
  const [user, sender] = await Promise.all([accounts.findUser(userId), accounts.findUser(invitedBy)]);
  const account = user && (await accounts.findAccount(user.accountId));
  if (user?.status !== 'invited' || account === null) return;
  const facts = {
    messageId: `user_invitation:${ids.uuid()}`,
    to: user.emailAddress,
    language: user.language,
    recipientName: user.fullName,
    senderName: sender?.fullName ?? '',
    accountName: account.name,
  };
  const token = ids.secret();
  const expiresAt = new Date(clock.now().getTime() + VALID_DAYS * DAY_MS);
  const isInvited = await database.transact(async (stores) => {
    await stores.accounts.lockAccount(user.accountId);
    if ((await stores.accounts.findUser(userId))?.status !== 'invited') return false;
    await stores.accounts.insertInvitation({ tokenHash: hashSecret(token), userId, expiresAt });
    return true;
  });
  if (isInvited) await mailer.send({ ...facts, kind: 'user_invitation', token, days: VALID_DAYS });
}
