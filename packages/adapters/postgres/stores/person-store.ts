import type { Passkey, PasskeyChallenge, PasswordReset, Person, PersonStore } from '@countersign/identity';
import { type Selectable, sql } from 'kysely';
import { fromJson, type SecretBox, toJson } from '../encryption.ts';
import type { Tables } from '../tables.ts';
import type { TransactionScope } from '../transaction.ts';
import { requireUpdated } from './job-store.ts';

export function createPersonStore(scope: TransactionScope, secrets: SecretBox): PersonStore {
  return {
    find: (personId) => findPerson(scope, secrets, personId),
    findByEmail: (emailAddress) => findByEmail(scope, secrets, emailAddress),
    insert: async (person) =>
      void (await scope.db.insertInto('people').values(toPersonRow(person, secrets)).execute()),
    update: (person) => updatePerson(scope, secrets, person),
    lock: (personId) => lockPerson(scope, secrets, personId),
    findPasswordReset: (tokenHash) => findPasswordReset(scope, tokenHash),
    insertPasswordReset: (reset) => insertPasswordReset(scope, reset),
    removePasswordResets: async (personId) =>
      void (await scope.db.deleteFrom('password_resets').where('person_id', '=', personId).execute()),
    countRecoveryCodes: (personId) => countRecoveryCodes(scope, personId),
    replaceRecoveryCodes: (personId, codeHashes) => replaceRecoveryCodes(scope, personId, codeHashes),
    takeRecoveryCode: (personId, codeHash) => takeRecoveryCode(scope, personId, codeHash),
    listPasskeys: (personId) => listPasskeys(scope, personId),
    findPasskeyByCredential: (credentialId) => findPasskeyByCredential(scope, credentialId),
    insertPasskey: async (passkey) =>
      void (await scope.db.insertInto('passkeys').values(toPasskeyRow(passkey)).execute()),
    updatePasskey: (passkey) => updatePasskey(scope, passkey),
    removePasskey: async (passkeyId) =>
      void (await scope.db.deleteFrom('passkeys').where('passkey_id', '=', passkeyId).execute()),
    insertPasskeyChallenge: (challenge) => insertPasskeyChallenge(scope, challenge),
    takePasskeyChallenge: (challengeHash) => takePasskeyChallenge(scope, challengeHash),
    removeExpired: (now) => removeExpired(scope, now),
  };
}

async function findPerson({ db }: TransactionScope, secrets: SecretBox, personId: string) {
  const row = await db.selectFrom('people').selectAll().where('person_id', '=', personId).executeTakeFirst();
  return row === undefined ? null : toPerson(row, secrets);
}

async function findByEmail({ db }: TransactionScope, secrets: SecretBox, emailAddress: string) {
  const row = await db
    .selectFrom('people')
    .selectAll()
    .where(sql`lower(email_address)`, '=', sql`lower(${emailAddress})`)
    .executeTakeFirst();
  return row === undefined ? null : toPerson(row, secrets);
}

async function lockPerson({ required }: TransactionScope, secrets: SecretBox, personId: string) {
  const row = await required.db
    .selectFrom('people')
    .selectAll()
    .where('person_id', '=', personId)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : toPerson(row, secrets);
}

async function updatePerson({ db }: TransactionScope, secrets: SecretBox, person: Person): Promise<void> {
  const { person_id, ...changes } = toPersonRow(person, secrets);
  const result = await db
    .updateTable('people')
    .set(changes)
    .where('person_id', '=', person_id)
    .executeTakeFirst();
  requireUpdated(result, 'people', person_id);
}

function toPersonRow({ personId, emailAddress, passwordHash, totp, createdAt }: Person, secrets: SecretBox) {
  return {
    person_id: personId,
    email_address: emailAddress,
    password_hash: passwordHash,
    totp_secret: totp === null ? null : secrets.seal(totp.secret, secretPlace(personId)),
    totp_confirmed_at: totp?.confirmedAt ?? null,
    totp_last_step: totp?.lastStep ?? 0,
    created_at: createdAt,
  };
}

function toPerson(row: Selectable<Tables['people']>, secrets: SecretBox): Person {
  const { person_id: personId, totp_secret: sealed } = row;
  return {
    personId,
    emailAddress: row.email_address,
    passwordHash: row.password_hash,
    totp:
      sealed === null
        ? null
        : {
            secret: secrets.open(sealed, secretPlace(personId)),
            confirmedAt: row.totp_confirmed_at,
            lastStep: Number(row.totp_last_step),
          },
    createdAt: row.created_at,
  };
}

function secretPlace(personId: string): string {
  return `people/${personId}/totp_secret`;
}

async function findPasswordReset({ db }: TransactionScope, tokenHash: string): Promise<PasswordReset | null> {
  const row = await db
    .selectFrom('password_resets')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row === undefined
    ? null
    : { tokenHash: row.token_hash, personId: row.person_id, expiresAt: row.expires_at };
}

async function insertPasswordReset({ db }: TransactionScope, reset: PasswordReset): Promise<void> {
  const { tokenHash: token_hash, personId: person_id, expiresAt: expires_at } = reset;
  await db.insertInto('password_resets').values({ token_hash, person_id, expires_at }).execute();
}

async function countRecoveryCodes({ db }: TransactionScope, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function replaceRecoveryCodes({ db }: TransactionScope, personId: string, hashes: readonly string[]) {
  await db.deleteFrom('recovery_codes').where('person_id', '=', personId).execute();
  const rows = hashes.map((code_hash) => ({ person_id: personId, code_hash }));
  if (rows.length > 0) await db.insertInto('recovery_codes').values(rows).execute();
}

async function takeRecoveryCode({ db }: TransactionScope, personId: string, codeHash: string) {
  const result = await db
    .deleteFrom('recovery_codes')
    .where('person_id', '=', personId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

async function listPasskeys({ db }: TransactionScope, personId: string): Promise<readonly Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('passkey_id')
    .execute();
  return rows.map(toPasskey);
}

async function findPasskeyByCredential({ db }: TransactionScope, credentialId: string) {
  const row = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return row === undefined ? null : toPasskey(row);
}

async function updatePasskey({ db }: TransactionScope, passkey: Passkey): Promise<void> {
  const { passkey_id, ...changes } = toPasskeyRow(passkey);
  const result = await db
    .updateTable('passkeys')
    .set(changes)
    .where('passkey_id', '=', passkey_id)
    .executeTakeFirst();
  requireUpdated(result, 'passkeys', passkey_id);
}

function toPasskeyRow(passkey: Passkey) {
  return {
    passkey_id: passkey.passkeyId,
    person_id: passkey.personId,
    credential_id: passkey.credentialId,
    public_key: passkey.publicKey,
    sign_count: passkey.signCount,
    transports: toJson(passkey.transports),
    is_synced: passkey.isSynced,
    name: passkey.name,
    created_at: passkey.createdAt,
    last_used_at: passkey.lastUsedAt,
  };
}

function toPasskey(row: Selectable<Tables['passkeys']>): Passkey {
  return {
    passkeyId: row.passkey_id,
    personId: row.person_id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    signCount: Number(row.sign_count),
    transports: fromJson(row.transports),
    isSynced: row.is_synced,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}

async function insertPasskeyChallenge({ db }: TransactionScope, challenge: PasskeyChallenge): Promise<void> {
  const { challengeHash: challenge_hash, personId: person_id, expiresAt: expires_at } = challenge;
  await db.insertInto('passkey_challenges').values({ challenge_hash, person_id, expires_at }).execute();
}

async function takePasskeyChallenge({ db }: TransactionScope, challengeHash: string) {
  const row = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', challengeHash)
    .returningAll()
    .executeTakeFirst();
  return row === undefined
    ? null
    : { challengeHash: row.challenge_hash, personId: row.person_id, expiresAt: row.expires_at };
}

async function removeExpired({ db }: TransactionScope, now: Date): Promise<number> {
  const resets = await db.deleteFrom('password_resets').where('expires_at', '<=', now).executeTakeFirst();
  const challenges = await db
    .deleteFrom('passkey_challenges')
    .where('expires_at', '<=', now)
    .executeTakeFirst();
  return Number(resets.numDeletedRows + challenges.numDeletedRows);
}
