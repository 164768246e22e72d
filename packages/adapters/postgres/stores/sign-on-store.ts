import type {
  DirectoryPage,
  DirectoryQuery,
  SignOnAttempt,
  SignOnConnection,
  SignOnDomain,
  SignOnLink,
  SignOnStore,
} from '@countersign/identity';
import { type Selectable, sql } from 'kysely';
import type { SecretBox } from '../encryption.ts';
import { toJson } from '../json.ts';
import type { Connection, Tables } from '../schema.ts';
import { requireUpdated } from './job-store.ts';

export class PostgresSignOnStore implements SignOnStore {
  readonly #db: Connection;
  readonly #secrets: SecretBox;

  constructor(db: Connection, secrets: SecretBox) {
    this.#db = db;
    this.#secrets = secrets;
  }

  findConnection(connectionId: string): Promise<SignOnConnection | null> {
    return this.#findBy('connectionId', connectionId);
  }

  findConnectionOfAccount(accountId: string): Promise<SignOnConnection | null> {
    return this.#findBy('accountId', accountId);
  }

  findConnectionByScimToken(tokenHash: string): Promise<SignOnConnection | null> {
    return this.#findBy('scimTokenHash', tokenHash);
  }

  async #findBy(column: 'connectionId' | 'accountId' | 'scimTokenHash', value: string) {
    const row = await this.#db
      .selectFrom('ssoConnections')
      .selectAll()
      .where(column, '=', value)
      .executeTakeFirst();
    return row === undefined ? null : this.#toConnection(row);
  }

  #toConnection({ clientSecret, ...row }: Selectable<Tables['ssoConnections']>): SignOnConnection {
    return { ...row, clientSecret: this.#secrets.open(clientSecret, secretPath(row.connectionId)) };
  }

  #toRow(connection: SignOnConnection) {
    const { connectionId, clientSecret, adminValues } = connection;
    return {
      ...connection,
      clientSecret: this.#secrets.seal(clientSecret, secretPath(connectionId)),
      adminValues: toJson(adminValues),
    };
  }

  async insertConnection(connection: SignOnConnection): Promise<void> {
    await this.#db.insertInto('ssoConnections').values(this.#toRow(connection)).execute();
  }

  async updateConnection(connection: SignOnConnection): Promise<void> {
    const { connectionId, ...changes } = this.#toRow(connection);
    const result = await this.#db
      .updateTable('ssoConnections')
      .set(changes)
      .where('connectionId', '=', connectionId)
      .executeTakeFirst();
    requireUpdated(result, 'ssoConnections', connectionId);
  }

  async removeConnection(connectionId: string): Promise<void> {
    await this.#db.deleteFrom('ssoLinks').where('realm', '=', connectionId).execute();
    await this.#db.deleteFrom('ssoConnections').where('connectionId', '=', connectionId).execute();
  }

  listDomains(accountId: string): Promise<readonly SignOnDomain[]> {
    return this.#db
      .selectFrom('ssoDomains')
      .selectAll()
      .where('accountId', '=', accountId)
      .orderBy('domain')
      .execute();
  }

  async findVerifiedDomain(domain: string): Promise<SignOnDomain | null> {
    const row = await this.#db
      .selectFrom('ssoDomains')
      .selectAll()
      .where('domain', '=', domain)
      .where('verifiedAt', 'is not', null)
      .executeTakeFirst();
    return row ?? null;
  }

  async saveDomain(domain: SignOnDomain): Promise<void> {
    const { token, createdAt, verifiedAt } = domain;
    await this.#db
      .insertInto('ssoDomains')
      .values(domain)
      .onConflict((conflict) =>
        conflict.columns(['accountId', 'domain']).doUpdateSet({ token, createdAt, verifiedAt }),
      )
      .execute();
  }

  async removeDomain(accountId: string, domain: string): Promise<void> {
    await this.#db
      .deleteFrom('ssoDomains')
      .where('accountId', '=', accountId)
      .where('domain', '=', domain)
      .execute();
  }

  /** An advisory lock, because the row of the account that comes first may not exist. */
  async lockDomain(domain: string): Promise<void> {
    await sql`SELECT pg_advisory_xact_lock(hashtext('sso domain'), hashtext(${domain}))`.execute(this.#db);
  }

  async insertAttempt(attempt: SignOnAttempt): Promise<void> {
    const codeVerifier = this.#secrets.seal(attempt.codeVerifier, verifierPath(attempt.stateHash));
    await this.#db
      .insertInto('ssoAttempts')
      .values({ ...attempt, codeVerifier })
      .execute();
  }

  async takeAttempt(stateHash: string, browserHash: string): Promise<SignOnAttempt | null> {
    const row = await this.#db
      .deleteFrom('ssoAttempts')
      .where('stateHash', '=', stateHash)
      .where('browserHash', '=', browserHash)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) return null;
    return { ...row, codeVerifier: this.#secrets.open(row.codeVerifier, verifierPath(stateHash)) };
  }

  async removeExpired(now: Date): Promise<number> {
    const result = await this.#db.deleteFrom('ssoAttempts').where('expiresAt', '<=', now).executeTakeFirst();
    return Number(result.numDeletedRows);
  }

  async findLink(realm: string, subject: string): Promise<SignOnLink | null> {
    const row = await this.#selectLinks(realm).where('subject', '=', subject).executeTakeFirst();
    return row ?? null;
  }

  async findLinkOfPerson(realm: string, personId: string): Promise<SignOnLink | null> {
    const row = await this.#selectLinks(realm).where('personId', '=', personId).executeTakeFirst();
    return row ?? null;
  }

  #selectLinks(realm: string) {
    return this.#db.selectFrom('ssoLinks').selectAll().where('realm', '=', realm);
  }

  async insertLink(link: SignOnLink): Promise<void> {
    await this.#db.insertInto('ssoLinks').values(link).execute();
  }

  async removeLinksOfUser(userId: string): Promise<void> {
    await this.#db.deleteFrom('ssoLinks').where('userId', '=', userId).execute();
  }

  async listDirectory(accountId: string, { filter, limit, offset }: DirectoryQuery): Promise<DirectoryPage> {
    const found = this.#db
      .selectFrom('users')
      .leftJoin('scimExternalIds', 'scimExternalIds.userId', 'users.userId')
      .where('users.accountId', '=', accountId)
      .where(filter === undefined ? sql<boolean>`true` : selects(filter));
    const users = await found
      .selectAll('users')
      .select('externalId')
      .orderBy('users.createdAt')
      .orderBy('users.userId')
      .limit(limit)
      .offset(offset)
      .execute();
    const { total } = await found
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return { users, total };
  }

  async saveExternalId(userId: string, externalId: string | null): Promise<void> {
    await this.#db.deleteFrom('scimExternalIds').where('userId', '=', userId).execute();
    if (externalId !== null)
      await this.#db.insertInto('scimExternalIds').values({ userId, externalId }).execute();
  }
}

function selects({ attribute, value }: NonNullable<DirectoryQuery['filter']>) {
  switch (attribute) {
    case 'userId':
      return sql<boolean>`users.user_id = ${value}`;
    case 'externalId':
      return sql<boolean>`scim_external_ids.external_id = ${value}`;
    case 'emailAddress':
      return sql<boolean>`lower(users.email_address) = lower(${value})`;
  }
}

export function secretPath(connectionId: string): string {
  return `sso_connections/${connectionId}/client_secret`;
}

export function verifierPath(stateHash: string): string {
  return `sso_attempts/${stateHash}/code_verifier`;
}
