import { describe, expect, it } from 'vitest';
import { Workbench } from '../testing/workbench.ts';
import { hashPassword, hashSecret, verifyPassword } from './secrets.ts';

const COMMAND = {
  fullName: 'Greta Öberg',
  emailAddress: 'Greta@example.com',
  password: 'correct horse',
  apiKey: 'sk_0123456789abcdef',
  capabilities: ['signingOrder'],
} as const;

describe('createFirstAccount', () => {
  it('makes account, user and key, with nothing secret in clear', async () => {
    const { signing, database } = new Workbench();
    await signing.accounts.createFirst(COMMAND);
    const { accounts } = database.read;
    const user = await accounts.findUserByEmail('greta@example.com');
    expect(await verifyPassword(COMMAND.password, user?.passwordHash ?? '')).toBe(true);
    const key = await accounts.findApiKeyByHash(hashSecret(COMMAND.apiKey));
    expect(key).toMatchObject({ userId: user?.userId, accountId: user?.accountId });
    const account = await accounts.findAccount(user?.accountId ?? '');
    expect(account).toMatchObject({ name: 'Greta Öberg', capabilities: ['signingOrder'] });
  });

  it('does nothing when there is an account, also at the same time', async () => {
    const { signing, database } = new Workbench();
    const other = { ...COMMAND, emailAddress: 'other@example.com' };
    await Promise.all([signing.accounts.createFirst(COMMAND), signing.accounts.createFirst(other)]);
    const { accounts } = database.read;
    const users = await Promise.all(
      [COMMAND, other].map((made) => accounts.findUserByEmail(made.emailAddress)),
    );
    expect(users.filter((user) => user !== null)).toHaveLength(1);
  });

  it('names what is wrong', async () => {
    const { signing } = new Workbench();
    const work = signing.accounts.createFirst({ ...COMMAND, password: 'short', emailAddress: 'nobody' });
    await expect(work).rejects.toMatchObject({ details: [{ path: 'emailAddress' }, { path: 'password' }] });
  });
});

describe('passwords', () => {
  it('are told apart, and hashed with a salt of their own', async () => {
    const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(first).not.toBe(second);
    expect(await verifyPassword('correct horse', first)).toBe(true);
    expect(await verifyPassword('correct horsE', first)).toBe(false);
    expect(await verifyPassword('correct horse', 'md5$x')).toBe(false);
  });

  it('are the same in any Unicode form', async () => {
    expect(await verifyPassword('Zo\u0308e-secret', await hashPassword('Zöe-secret'))).toBe(true);
  });
});

describe('hashSecret', () => {
  it('is SHA-256 in lower-case hex', () => {
    // FIPS 180-4, message "abc".
    expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
