import { randomUUID } from 'node:crypto';
import { hashSecret } from '@countersign/base';
import { describe, expect, it } from 'vitest';
import { createIdentity } from './create-identity.ts';
import { verifyPassword } from './password-hash.ts';
import { BUILT_AT } from './testing/builders.ts';
import { KEEP_LOGO, memoryAttempts, NO_PASSKEYS } from './testing/memory-attempts.ts';
import { MemoryIdentity } from './testing/memory-identity.ts';
import { NO_SIGN_ON } from './testing/memory-sign-on.ts';

const COMMAND = {
  emailAddress: 'Greta@example.com',
  password: 'correct horse',
  apiKey: 'sk_0123456789abcdef',
  capabilities: ['signingOrder'],
} as const;

function setUp() {
  const database = new MemoryIdentity();
  const identity = createIdentity({
    database,
    clock: { now: () => BUILT_AT },
    ids: { uuid: () => randomUUID(), secret: () => randomUUID(), oneTimeCode: () => '012345' },
    mailer: { send: async () => undefined },
    attempts: memoryAttempts(),
    passkeys: NO_PASSKEYS,
    encodeLogo: KEEP_LOGO,
    signOn: NO_SIGN_ON,
    providers: new Set(),
  });
  return { database, identity };
}

describe('createFirstAccount', () => {
  it('makes account, user and key, with nothing secret in clear', async () => {
    const { identity, database } = setUp();
    await identity.accounts.createFirst(COMMAND);
    const { accounts } = database.read;
    const person = await database.read.people.findByEmail('greta@example.com');
    expect(person?.passwordHash).toMatch(/^scrypt\$32768\$8\$3\$/);
    expect(await verifyPassword(COMMAND.password, person?.passwordHash ?? '')).toBe(true);
    const [user] = await accounts.listUsersOfPerson(person?.personId ?? '');
    const key = await accounts.findApiKeyByHash(hashSecret(COMMAND.apiKey));
    expect(key).toMatchObject({ userId: user?.userId, accountId: user?.accountId });
    const account = await accounts.findAccount(user?.accountId ?? '');
    expect(account).toMatchObject({ capabilities: ['signingOrder'] });
  });

  it.each([
    [{}, 'example.com', 'Greta'],
    [{ name: 'Nordhavn AB', fullName: 'Greta Öberg' }, 'Nordhavn AB', 'Greta Öberg'],
  ])('names account and owner, which were both "First user": %o', async (names, name, fullName) => {
    const { identity, database } = setUp();
    await identity.accounts.createFirst({ ...COMMAND, ...names });
    const [account] = await database.read.accounts.listAccounts();
    const [user] = await database.read.accounts.listUsers(account?.accountId ?? '');
    expect([account?.name, user?.fullName]).toEqual([name, fullName]);
  });

  it('does nothing when there is an account, also at the same time', async () => {
    const { identity, database } = setUp();
    const other = { ...COMMAND, emailAddress: 'other@example.com' };
    await Promise.all([identity.accounts.createFirst(COMMAND), identity.accounts.createFirst(other)]);
    const { people } = database.read;
    const found = await Promise.all([COMMAND, other].map((made) => people.findByEmail(made.emailAddress)));
    expect(found.filter((person) => person !== null)).toHaveLength(1);
  });

  it('names what is wrong', async () => {
    const { identity } = setUp();
    const work = identity.accounts.createFirst({ ...COMMAND, password: 'short', emailAddress: 'nobody' });
    await expect(work).rejects.toMatchObject({ details: [{ path: 'emailAddress' }, { path: 'password' }] });
  });
});
