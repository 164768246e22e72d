import { buildAccount, buildPerson, buildUser } from '@countersign/identity/testing';
import { signIn } from './api-client.ts';
import type { TestService } from './start-service.ts';

/** The password of everybody in these tests. */
export const PASSWORD = 'correct horse';

/** A signed-in person with a user, the role `owner`, in an account of their own. */
export async function addPerson({ service: { database }, baseUrl }: TestService) {
  const owner = await database.read.people.findByEmail('owner@example.com');
  const account = buildAccount();
  const user = buildUser(account.accountId);
  await database.transact(async (stores) => {
    await stores.people.insert(buildPerson(user, { passwordHash: owner?.passwordHash ?? null }));
    await stores.accounts.insertAccount(account);
    await stores.accounts.insertUser(user);
  });
  return { user, account, browser: await signIn(baseUrl, user.emailAddress, PASSWORD) };
}
