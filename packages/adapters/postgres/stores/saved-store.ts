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
import { fromJson, type SecretBox, toJson } from '../encryption.ts';
import type { TransactionScope } from '../transaction.ts';
import { requireUpdated } from './job-store.ts';

export function createSavedStore(scope: TransactionScope, secrets: SecretBox): SavedStore {
  const coding = savedCoding(secrets);
  const first = async <Kind extends SavedKind>(kind: Kind, rows: ReturnType<typeof select>) => {
    const row = await rows.executeTakeFirst();
    return row === undefined ? null : coding.decode(kind, row.state);
  };
  return {
    insert: (kind, state) => insertSaved(scope, coding.toRow(kind, state)),
    update: (kind, state) => updateSaved(scope, coding.toRow(kind, state)),
    remove: (kind, id) => removeSaved(scope, kind, id),
    find: (kind, id) => first(kind, select(scope.db, kind).where('id', '=', id)),
    lock: (kind, id) => first(kind, select(scope.required.db, kind).where('id', '=', id).forUpdate()),
    findByToken: (kind, tokenHash) => first(kind, select(scope.db, kind).where('token_hash', '=', tokenHash)),
    list: async (kind, query) =>
      (await listSaved(scope, kind, query)).map(({ state }) => coding.decode(kind, state)),
    usesFile: (fileId, kind) => usesFile(scope, fileId, kind),
    removeSentDrafts: (documentId) => removeSentDrafts(scope, documentId),
    listExpired: (kind, now, limit) => listExpired(scope, kind, now, limit),
  };
}

type SavedRow = ReturnType<ReturnType<typeof savedCoding>['toRow']>;

/** Tokens are encrypted within the state. */
function savedCoding(secrets: SecretBox) {
  const tokenPlace = (kind: SavedKind, id: string) => `saved_configurations/${kind}/${id}/token`;
  return {
    decode<Kind extends SavedKind>(kind: Kind, stored: unknown): SavedStateOf<Kind> {
      const state: SavedStateOf<Kind> & SavedState = decodeSaved(kind, fromJson(stored));
      if (state.token === undefined) return state;
      return { ...state, token: secrets.open(state.token, tokenPlace(kind, state.id)) };
    },
    toRow<Kind extends SavedKind>(kind: Kind, state: SavedStateOf<Kind> & SavedState) {
      const { id, accountId, userId, configuration, createdAt, expiresAt, token, tokenHash } = state;
      return {
        kind,
        id,
        account_id: accountId,
        user_id: userId,
        sharing_setting: configuration.sharingSetting ?? 'private',
        file_id: neededFile(state) ?? null,
        created_at: createdAt,
        expires_at: expiresAt,
        token_hash: tokenHash ?? null,
        state: toJson({
          ...encodeSaved(kind, state),
          ...(token === undefined ? {} : { token: secrets.seal(token, tokenPlace(kind, id)) }),
        }),
      };
    },
  };
}

async function insertSaved({ db }: TransactionScope, row: SavedRow) {
  await db.insertInto('saved_configurations').values(row).execute();
}

async function updateSaved({ db }: TransactionScope, { kind, id, ...row }: SavedRow) {
  const result = await db
    .updateTable('saved_configurations')
    .set(row)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst();
  requireUpdated(result, 'saved_configurations', id);
}

async function removeSaved({ db }: TransactionScope, kind: SavedKind, id: string): Promise<void> {
  await db.deleteFrom('saved_configurations').where('kind', '=', kind).where('id', '=', id).execute();
}

function select(db: TransactionScope['db'], kind: SavedKind) {
  return db.selectFrom('saved_configurations').select('state').where('kind', '=', kind);
}

function listSaved({ db }: TransactionScope, kind: SavedKind, query: Parameters<SavedStore['list']>[1]) {
  return select(db, kind)
    .where('account_id', '=', query.accountId)
    .where(({ or, eb }) => or([eb('user_id', '=', query.userId), eb('sharing_setting', '=', 'shared')]))
    .$if(query.ownerId !== undefined, (all) => all.where('user_id', '=', query.ownerId ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit)
    .offset(query.offset)
    .execute();
}

async function usesFile({ db }: TransactionScope, fileId: string, kind?: SavedKind): Promise<boolean> {
  const row = await db
    .selectFrom('saved_configurations')
    .select('id')
    .where('file_id', '=', fileId)
    // One with the file of another account uses nothing of theirs.
    .where('account_id', '=', ({ selectFrom }) =>
      selectFrom('files').select('files.account_id').where('files.file_id', '=', fileId),
    )
    .$if(kind !== undefined, (all) => all.where('kind', '=', kind ?? ''))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function removeSentDrafts({ db }: TransactionScope, documentId: string): Promise<void> {
  await db
    .deleteFrom('saved_configurations')
    .where('kind', '=', 'draft')
    .where(sql<string>`state ->> 'documentId'`, '=', documentId)
    .execute();
}

async function listExpired({ db }: TransactionScope, kind: SavedKind, now: Date, limit: number) {
  const rows = await db
    .selectFrom('saved_configurations')
    .select('id')
    .where('kind', '=', kind)
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
