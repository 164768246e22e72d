import type { IdentityDeps } from '../create-identity.ts';
import { hashSecret } from '../secrets/hash-secret.ts';
import type { Browser } from './browser-session.ts';
import type { SessionStep } from './start-session.ts';

/**
 * By users who have not chosen one. Only after the step is stored: it holds sessions, and managers lock the account
 * before they end sessions.
 */
export async function adoptLanguage(
  { database }: Pick<IdentityDeps, 'database'>,
  { language }: Pick<Browser, 'language'>,
  step: SessionStep,
): Promise<SessionStep> {
  if (language === null || step.next !== 'signed_in') return step;
  const session = await database.read.browserSessions.findByHash(hashSecret(step.id));
  if (session === null || session.userId === null || session.accountId === null) return step;
  const { userId, accountId } = session;
  const known = await database.read.accounts.findUser(userId);
  if (known === null || known.isLanguageChosen) return step;
  await database.transact(async ({ accounts }) => {
    await accounts.lockAccount(accountId);
    const user = await accounts.findUser(userId);
    if (user !== null && !user.isLanguageChosen)
      await accounts.updateUser({ ...user, language, isLanguageChosen: true });
  });
  return step;
}
