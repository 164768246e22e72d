import type { IdentityDeps } from '../create-identity.ts';
import type { IdentityJobOf } from '../jobs/job.ts';
import { listActiveUsers } from '../sessions/sign-in.ts';

export async function sendSecurityNotice(
  { database, ids, mailer }: IdentityDeps,
  { personId, notice }: IdentityJobOf<'send-security-notice'>,
): Promise<void> {
  const [user] = await listActiveUsers(database.read, personId);
  if (user === undefined) return;
  await mailer.send({
    kind: 'security_notice',
    messageId: `security_notice:${ids.uuid()}`,
    to: user.emailAddress,
    language: user.language,
    recipientName: user.fullName,
    notice,
  });
}
