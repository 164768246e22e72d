import type { Passkey, PasskeyChallenge, PasswordReset, Person, PersonStore } from '@countersign/identity';
import { type Selectable, sql } from 'kysely';
import type { SecretBox } from '../encryption.ts';
import { toJson } from '../json.ts';
import type { Connection, Tables } from '../schema.ts';
import { requireUpdated } from './job-store.ts';

export class PostgresPersonStore implements PersonStore {
  readonly #db: Connection;
  readonly #secrets: SecretBox;

  constructor(db: Connection, secrets: SecretBox) {
    this.#db = db;
    this.#secrets = secrets;
  }

  async find(personId: string): Promise<Person | null> {
    return this.#toPerson(await this.#select(personId).executeTakeFirst());
  }

  async lock(personId: string): Promise<Person | null> {
    return this.#toPerson(await this.#select(personId).forUpdate().executeTakeFirst());
  }

  #select(personId: string) {
    return this.#db.selectFrom('people').selectAll().where('personId', '=', personId);
  }

  async findByEmail(emailAddress: string): Promise<Person | null> {
    const row = await this.#db
      .selectFrom('people')
      .selectAll()
      .where(sql`lower(email_address)`, '=', sql`lower(${emailAddress})`)
      .executeTakeFirst();
    return this.#toPerson(row);
  }

  async insert(person: Person): Promise<void> {
    await this.#db.insertInto('people').values(this.#toRow(person)).execute();
  }

  async update(person: Person): Promise<void> {
    const { personId, ...changes } = this.#toRow(person);
    const result = await this.#db
      .updateTable('people')
      .set(changes)
      .where('personId', '=', personId)
      .executeTakeFirst();
    requireUpdated(result, 'people', personId);
  }

  #toRow({ totp, ...person }: Person) {
    return {
      ...person,
      totpSecret: totp === null ? null : this.#secrets.seal(totp.secret, secretPath(person.personId)),
      totpConfirmedAt: totp?.confirmedAt ?? null,
      totpLastStep: totp?.lastStep ?? 0,
    };
  }

  #toPerson(row: Selectable<Tables['people']> | undefined): Person | null {
    if (row === undefined) return null;
    const { totpSecret, totpConfirmedAt: confirmedAt, totpLastStep: lastStep, ...person } = row;
    if (totpSecret === null) return { ...person, totp: null };
    const secret = this.#secrets.open(totpSecret, secretPath(person.personId));
    return { ...person, totp: { secret, confirmedAt, lastStep } };
  }

  async findPasswordReset(tokenHash: string): Promise<PasswordReset | null> {
    const row = await this.#db
      .selectFrom('passwordResets')
      .selectAll()
      .where('tokenHash', '=', tokenHash)
      .executeTakeFirst();
    return row ?? null;
  }

  async insertPasswordReset(reset: PasswordReset): Promise<void> {
    await this.#db.insertInto('passwordResets').values(reset).execute();
  }

  async removePasswordResets(personId: string): Promise<void> {
    await this.#db.deleteFrom('passwordResets').where('personId', '=', personId).execute();
  }

  async countRecoveryCodes(personId: string): Promise<number> {
    const { count } = await this.#db
      .selectFrom('recoveryCodes')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('personId', '=', personId)
      .executeTakeFirstOrThrow();
    return count;
  }

  async replaceRecoveryCodes(personId: string, codeHashes: readonly string[]): Promise<void> {
    await this.#db.deleteFrom('recoveryCodes').where('personId', '=', personId).execute();
    const rows = codeHashes.map((codeHash) => ({ personId, codeHash }));
    if (rows.length > 0) await this.#db.insertInto('recoveryCodes').values(rows).execute();
  }

  async takeRecoveryCode(personId: string, codeHash: string): Promise<boolean> {
    const result = await this.#db
      .deleteFrom('recoveryCodes')
      .where('personId', '=', personId)
      .where('codeHash', '=', codeHash)
      .executeTakeFirst();
    return result.numDeletedRows > 0n;
  }

  listPasskeys(personId: string): Promise<readonly Passkey[]> {
    return this.#db
      .selectFrom('passkeys')
      .selectAll()
      .where('personId', '=', personId)
      .orderBy('createdAt')
      .orderBy('passkeyId')
      .execute();
  }

  async findPasskeyByCredential(credentialId: string): Promise<Passkey | null> {
    const row = await this.#db
      .selectFrom('passkeys')
      .selectAll()
      .where('credentialId', '=', credentialId)
      .executeTakeFirst();
    return row ?? null;
  }

  async insertPasskey(passkey: Passkey): Promise<void> {
    await this.#db.insertInto('passkeys').values(toPasskeyRow(passkey)).execute();
  }

  async updatePasskey(passkey: Passkey): Promise<void> {
    const { passkeyId, ...changes } = toPasskeyRow(passkey);
    const result = await this.#db
      .updateTable('passkeys')
      .set(changes)
      .where('passkeyId', '=', passkeyId)
      .executeTakeFirst();
    requireUpdated(result, 'passkeys', passkeyId);
  }

  async removePasskey(passkeyId: string): Promise<void> {
    await this.#db.deleteFrom('passkeys').where('passkeyId', '=', passkeyId).execute();
  }

  async insertPasskeyChallenge(challenge: PasskeyChallenge): Promise<void> {
    await this.#db.insertInto('passkeyChallenges').values(challenge).execute();
  }

  async takePasskeyChallenge(challengeHash: string): Promise<PasskeyChallenge | null> {
    const row = await this.#db
      .deleteFrom('passkeyChallenges')
      .where('challengeHash', '=', challengeHash)
      .returningAll()
      .executeTakeFirst();
    return row ?? null;
  }

  async removeExpired(now: Date): Promise<number> {
    const resets = await this.#db
      .deleteFrom('passwordResets')
      .where('expiresAt', '<=', now)
      .executeTakeFirst();
    const challenges = await this.#db
      .deleteFrom('passkeyChallenges')
      .where('expiresAt', '<=', now)
      .executeTakeFirst();
    return Number(resets.numDeletedRows + challenges.numDeletedRows);
  }
}

export function secretPath(personId: string): string {
  return `people/${personId}/totp_secret`;
}

function toPasskeyRow(passkey: Passkey) {
  return { ...passkey, transports: toJson(passkey.transports) };
}
