import { randomUUID } from 'node:crypto';
import { hashSecret } from '@countersign/base';
import { type Account, type ApiKey, CAPABILITIES, type User } from '../account.ts';
import type { Person } from '../person.ts';

/** With milliseconds, to detect stores that cut them off. */
export const BUILT_AT = new Date('2026-03-04T05:06:07.089Z');

export function buildAccount(changes: Partial<Account> = {}): Account {
  return {
    accountId: randomUUID(),
    name: 'Nordhavn AB',
    capabilities: CAPABILITIES,
    limits: {},
    timeZone: 'Europe/Stockholm',
    color: null,
    language: 'en',
    senderName: null,
    logoId: null,
    createdAt: BUILT_AT,
    status: 'active',
    statusChangedAt: null,
    ...changes,
  };
}

export function buildUser(accountId: string, changes: Partial<User> = {}): User {
  const userId = randomUUID();
  return {
    userId,
    accountId,
    personId: randomUUID(),
    role: 'owner',
    status: 'active',
    fullName: 'Greta Öberg',
    emailAddress: `greta.${userId}@example.com`,
    language: 'en',
    isLanguageChosen: true,
    timeZone: null,
    createdAt: BUILT_AT,
    ...changes,
  };
}

export function buildPerson({ personId, emailAddress }: User, changes: Partial<Person> = {}): Person {
  return {
    personId: personId ?? randomUUID(),
    emailAddress,
    passwordHash: 'scrypt$2$1$1$c2FsdA$a2V5',
    totp: null,
    createdAt: BUILT_AT,
    ...changes,
  };
}

export function buildApiKey(owner: User, changes: Partial<ApiKey> = {}): ApiKey {
  return {
    apiKeyId: randomUUID(),
    userId: owner.userId,
    accountId: owner.accountId,
    keyHash: hashSecret(randomUUID()),
    prefix: 'sk_abcdefgh',
    name: 'Nyckel ✓',
    createdAt: BUILT_AT,
    lastUsedAt: null,
    ...changes,
  };
}
