import type { IdentityDeps } from '../create-identity.ts';
import { MINUTE_MS } from '../durations.ts';
import type { IdentityJobOf } from '../jobs/job.ts';
import { hashSecret } from '../secrets/hash-secret.ts';
import { listActiveUsers } from '../sessions/sign-in.ts';

const VALID_MINUTES = 30;

/** The token is created here to keep secrets out of the queue. */
export async function sendPasswordReset(
  { database, ids, clock, mailer }: IdentityDeps,
  { personId }: IdentityJobOf<'send-password-reset'>,
): Promise<void> {
  const [user] = await listActiveUsers(database.read, personId);
  if (user === undefined) return;
  const token = ids.secret();
  const expiresAt = new Date(clock.now().getTime() + VALID_MINUTES * MINUTE_MS);
  await database.transact(({ people }) =>
    people.insertPasswordReset({ tokenHash: hashSecret(token), personId, expiresAt }),
  );
  await mailer.send({
    kind: 'password_reset',
    messageId: `password_reset:${ids.uuid()}`,
    to: user.emailAddress,
    language: user.language,
    recipientName: user.fullName,
    token,
    minutes: VALID_MINUTES,
  });
}
