import type { IdentityStores } from '../ports/database.ts';
import type { Browser } from './browser-session.ts';

/** Of a user who has not chosen one. */
export async function adoptLanguage(
  { accounts }: Pick<IdentityStores, 'accounts'>,
  userId: string,
  { language }: Pick<Browser, 'language'>,
): Promise<void> {
  const known = await accounts.findUser(userId);
  if (language === null || known === null || known.isLanguageChosen) return;
  await accounts.lockAccount(known.accountId);
  const user = await accounts.findUser(userId);
  if (user === null || user.isLanguageChosen) return;
  await accounts.updateUser({ ...user, language, isLanguageChosen: true });
}
