import {
  decodeSaved,
  encodeSaved,
  neededFile,
  type SavedKind,
  type SavedState,
  type SavedStateOf,
  type SavedStore,
} from '@countersign/signing';
import { sql } from 'kysely';
import type { SecretBox } from '../encryption.ts';
import { fromJson, toJson } from '../json.ts';
import type { Connection } from '../schema.ts';
import { requireUpdated } from './job-store.ts';

export class PostgresSavedStore implements SavedStore {
  readonly #db: Connection;
  readonly #secrets: SecretBox;

  constructor(db: Connection, secrets: SecretBox) {
    this.#db = db;
    this.#secrets = secrets;
  }

  async insert<Kind extends SavedKind>(kind: Kind, state: SavedStateOf<Kind>): Promise<void> {
    await this.#db.insertInto('savedConfigurations').values(this.#toRow(kind, state)).execute();
  }

  async update<Kind extends SavedKind>(kind: Kind, state: SavedStateOf<Kind>): Promise<void> {
    const { id, ...changes } = this.#toRow(kind, state);
    const result = await this.#db
      .updateTable('savedConfigurations')
      .set(changes)
      .where('kind', '=', kind)
      .where('id', '=', id)
      .executeTakeFirst();
    requireUpdated(result, 'savedConfigurations', id);
  }

  async remove(kind: SavedKind, id: string): Promise<void> {
    await this.#db.deleteFrom('savedConfigurations').where('kind', '=', kind).where('id', '=', id).execute();
  }

  async find<Kind extends SavedKind>(kind: Kind, id: string): Promise<SavedStateOf<Kind> | null> {
    const row = await this.#select(kind).where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : this.#toState(kind, row.state);
  }

  async lock<Kind extends SavedKind>(kind: Kind, id: string): Promise<SavedStateOf<Kind> | null> {
    const row = await this.#select(kind).where('id', '=', id).forUpdate().executeTakeFirst();
    return row === undefined ? null : this.#toState(kind, row.state);
  }

  async findByToken<Kind extends SavedKind>(
    kind: Kind,
    tokenHash: string,
  ): Promise<SavedStateOf<Kind> | null> {
    const row = await this.#select(kind)
      .where('tokenHash', '=', tokenHash)
      .where(
        sql<boolean>`NOT EXISTS (SELECT FROM accounts
          WHERE accounts.account_id = saved_configurations.account_id AND accounts.status <> 'active')`,
      )
      .executeTakeFirst();
    return row === undefined ? null : this.#toState(kind, row.state);
  }

  async countOpenDrafts(
    { accountId, userId }: Parameters<SavedStore['countOpenDrafts']>[0],
    now: Date,
  ): Promise<number> {
    const row = await this.#db
      .selectFrom('savedConfigurations')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('kind', '=', 'draft')
      .where('accountId', '=', accountId)
      .where(({ or, eb }) => or([eb('userId', '=', userId), eb('sharingSetting', '=', 'shared')]))
      .where(sql<string>`state ->> 'documentId'`, 'is', null)
      .where(({ or, eb }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now)]))
      .executeTakeFirstOrThrow();
    return Number(row.count);
  }

  async list<Kind extends SavedKind>(
    kind: Kind,
    { accountId, userId, ownerId, limit, offset }: Parameters<SavedStore['list']>[1],
  ): Promise<readonly SavedStateOf<Kind>[]> {
    const rows = await this.#select(kind)
      .where('accountId', '=', accountId)
      .where(({ or, eb }) => or([eb('userId', '=', userId), eb('sharingSetting', '=', 'shared')]))
      .$if(ownerId !== undefined, (all) => all.where('userId', '=', ownerId ?? ''))
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute();
    return rows.map(({ state }) => this.#toState(kind, state));
  }

  #select(kind: SavedKind) {
    return this.#db.selectFrom('savedConfigurations').select('state').where('kind', '=', kind);
  }

  async usesFile(fileId: string, kind?: SavedKind): Promise<boolean> {
    const row = await this.#db
      .selectFrom('savedConfigurations')
      .select('id')
      .where('fileId', '=', fileId)
      // A configuration that names the file of another account does not use it.
      .where('accountId', '=', ({ selectFrom }) =>
        selectFrom('files').select('files.accountId').where('files.fileId', '=', fileId),
      )
      .$if(kind !== undefined, (all) => all.where('kind', '=', kind as SavedKind))
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async removeSentDrafts(documentId: string): Promise<void> {
    await this.#db
      .deleteFrom('savedConfigurations')
      .where('kind', '=', 'draft')
      .where(sql<string>`state ->> 'documentId'`, '=', documentId)
      .execute();
  }

  async listExpired(kind: SavedKind, now: Date, limit: number): Promise<readonly string[]> {
    const rows = await this.#db
      .selectFrom('savedConfigurations')
      .select('id')
      .where('kind', '=', kind)
      .where('expiresAt', '<=', now)
      .orderBy('expiresAt')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** The token is encrypted within the state. */
  #toRow<Kind extends SavedKind>(kind: Kind, state: SavedStateOf<Kind> & SavedState) {
    const { id, accountId, userId, configuration, createdAt, expiresAt, token, tokenHash } = state;
    return {
      kind,
      id,
      accountId,
      userId,
      createdAt,
      expiresAt,
      sharingSetting: configuration.sharingSetting ?? 'private',
      fileId: neededFile(state) ?? null,
      tokenHash: tokenHash ?? null,
      state: toJson<unknown>({
        ...encodeSaved(kind, state),
        ...(token === undefined ? {} : { token: this.#secrets.seal(token, tokenPath(kind, id)) }),
      }),
    };
  }

  #toState<Kind extends SavedKind>(kind: Kind, stored: unknown): SavedStateOf<Kind> {
    const state: SavedStateOf<Kind> & SavedState = decodeSaved(kind, fromJson(stored));
    if (state.token === undefined) return state;
    return { ...state, token: this.#secrets.open(state.token, tokenPath(kind, state.id)) };
  }
}

export function tokenPath(kind: SavedKind, id: string): string {
  return `saved_configurations/${kind}/${id}/token`;
}
