import { randomUUID } from 'node:crypto';
import { hashSecret } from '@countersign/base';
import { expect, it } from 'vitest';
import type { Passkey, Person } from '../person.ts';
import type { IdentityDatabase } from '../ports.ts';
import { BUILT_AT, buildPerson, buildUser } from './builders.ts';

export function personTests(database: () => IdentityDatabase): void {
  const people = () => database().read.people;

  async function seedPerson(changes: Partial<Person> = {}): Promise<Person> {
    const person = buildPerson(buildUser(randomUUID()), changes);
    await database().transact((stores) => stores.people.insert(person));
    return person;
  }

  it('gives people back as they were put and changed, by id and by address in any case', async () => {
    const person = await seedPerson();
    expect(await people().find(person.personId)).toEqual(person);
    const totp = { secret: 'JBSWY3DPEHPK3PXP', confirmedAt: later(1), lastStep: 59_473_211 };
    const changed: Person = { ...person, passwordHash: null, totp };
    await database().transact(async (stores) => {
      expect(await stores.people.lock(person.personId)).toEqual(person);
      await stores.people.update(changed);
    });
    expect(await people().findByEmail(person.emailAddress.toUpperCase())).toEqual(changed);
    expect(await people().find(randomUUID())).toBeNull();
    expect(await people().findByEmail('nobody@example.com')).toBeNull();
  });

  it('takes an address once, in any case, and changes nobody who is not there', async () => {
    const { emailAddress } = await seedPerson();
    await expect(seedPerson({ emailAddress: emailAddress.toUpperCase() })).rejects.toThrow();
    const missing = buildPerson(buildUser(randomUUID()));
    await expect(database().transact((stores) => stores.people.update(missing))).rejects.toThrow();
  });

  it('keeps password resets until they are removed or expired', async () => {
    const { personId } = await seedPerson();
    const resets = [later(1), later(2)].map((expiresAt) => ({
      tokenHash: hashSecret(randomUUID()),
      personId,
      expiresAt,
    }));
    const insert = () =>
      database().transact(async (stores) => {
        for (const reset of resets) await stores.people.insertPasswordReset(reset);
      });
    const find = () => Promise.all(resets.map(({ tokenHash }) => people().findPasswordReset(tokenHash)));
    await insert();
    expect(await find()).toEqual(resets);
    await database().transact((stores) => stores.people.removePasswordResets(personId));
    expect(await find()).toEqual([null, null]);
    await insert();
    expect(await database().transact((stores) => stores.people.removeExpired(later(1)))).toBe(1);
    expect(await find()).toEqual([null, resets[1]]);
  });

  it('takes a recovery code once, also at the same time', async () => {
    const { personId } = await seedPerson();
    const replace = (codes: readonly string[]) =>
      database().transact((stores) => stores.people.replaceRecoveryCodes(personId, codes));
    const take = (code: string) =>
      database().transact((stores) => stores.people.takeRecoveryCode(personId, code));
    await replace(['a', 'b', 'c']);
    expect((await Promise.all([take('a'), take('a')])).toSorted()).toEqual([false, true]);
    expect(await people().countRecoveryCodes(personId)).toBe(2);
    await replace(['d']);
    expect([await take('b'), await take('d')]).toEqual([false, true]);
    expect(await people().countRecoveryCodes(personId)).toBe(0);
  });

  it('keeps passkeys, each credential once', async () => {
    const { personId } = await seedPerson();
    const passkey: Passkey = {
      passkeyId: randomUUID(),
      personId,
      credentialId: randomUUID(),
      publicKey: 'pQECAyYgASFYIA',
      signCount: 4_294_967_295,
      transports: ['internal', 'hybrid'],
      isSynced: true,
      name: 'Telefon ✓',
      createdAt: BUILT_AT,
      lastUsedAt: null,
    };
    await database().transact((stores) => stores.people.insertPasskey(passkey));
    const twice = { ...passkey, passkeyId: randomUUID() };
    await expect(database().transact((stores) => stores.people.insertPasskey(twice))).rejects.toThrow();
    const used: Passkey = { ...passkey, signCount: 7, lastUsedAt: later(1), name: 'Phone' };
    await database().transact((stores) => stores.people.updatePasskey(used));
    expect(await people().listPasskeys(personId)).toEqual([used]);
    expect(await people().findPasskeyByCredential(passkey.credentialId)).toEqual(used);
    await database().transact((stores) => stores.people.removePasskey(passkey.passkeyId));
    expect(await people().listPasskeys(personId)).toEqual([]);
    expect(await people().findPasskeyByCredential(passkey.credentialId)).toBeNull();
  });

  it('gives a challenge once, also at the same time', async () => {
    const challenge = { challengeHash: hashSecret(randomUUID()), personId: null, expiresAt: later(1) };
    await database().transact((stores) => stores.people.insertPasskeyChallenge(challenge));
    const take = () =>
      database().transact((stores) => stores.people.takePasskeyChallenge(challenge.challengeHash));
    const taken = await Promise.all([take(), take()]);
    expect(taken.filter((found) => found !== null)).toEqual([challenge]);
  });
}

function later(seconds: number): Date {
  return new Date(BUILT_AT.getTime() + seconds * 1000);
}
