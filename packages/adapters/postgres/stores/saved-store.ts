import { SAVED_SCHEMAS, type SavedKind, type SavedStateOf, type SavedStore } from '@countersign/signing';
import { AdapterError } from '../../errors.ts';
import { fromJson, toJson } from '../state-json.ts';
import type { TransactionScope } from '../transaction-scope.ts';

export function createSavedStore(scope: TransactionScope): SavedStore {
  return {
    insert: (kind, state) => insertSaved(scope, kind, state),
    update: (kind, state) => updateSaved(scope, kind, state),
    remove: (kind, id) => removeSaved(scope, kind, id),
    find: async (kind, id) => decode(kind, await select(scope.db, kind, id).executeTakeFirst()),
    lock: async (kind, id) =>
      decode(kind, await select(scope.required.db, kind, id).forUpdate().executeTakeFirst()),
    list: (kind, query) => listSaved(scope, kind, query),
    usesFile: (fileId) => usesFile(scope, fileId),
    listExpired: (kind, now, limit) => listExpired(scope, kind, now, limit),
  };
}

async function insertSaved<Kind extends SavedKind>(
  { db }: TransactionScope,
  kind: Kind,
  state: SavedStateOf<Kind>,
) {
  await db.insertInto('saved_configurations').values(toRow(kind, state)).execute();
}

async function updateSaved<Kind extends SavedKind>(
  { db }: TransactionScope,
  kind: Kind,
  state: SavedStateOf<Kind>,
) {
  const { id, ...row } = toRow(kind, state);
  const result = await db
    .updateTable('saved_configurations')
    .set(row)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n)
    throw new AdapterError('row_missing', { table: 'saved_configurations', id });
}

async function removeSaved({ db }: TransactionScope, kind: SavedKind, id: string): Promise<void> {
  await db.deleteFrom('saved_configurations').where('kind', '=', kind).where('id', '=', id).execute();
}

function select(db: TransactionScope['db'], kind: SavedKind, id: string) {
  return db.selectFrom('saved_configurations').select('state').where('kind', '=', kind).where('id', '=', id);
}

async function listSaved<Kind extends SavedKind>(
  { db }: TransactionScope,
  kind: Kind,
  query: Parameters<SavedStore['list']>[1],
): Promise<readonly SavedStateOf<Kind>[]> {
  const rows = await db
    .selectFrom('saved_configurations')
    .select('state')
    .where('kind', '=', kind)
    .where('account_id', '=', query.accountId)
    .where(({ or, eb }) => or([eb('user_id', '=', query.userId), eb('sharing_setting', '=', 'shared')]))
    .$if(query.ownerId !== undefined, (all) => all.where('user_id', '=', query.ownerId ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  return rows.map(({ state }) => decodeState(kind, state));
}

async function usesFile({ db }: TransactionScope, fileId: string): Promise<boolean> {
  const row = await db
    .selectFrom('saved_configurations')
    .select('id')
    .where('file_id', '=', fileId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
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

function decode<Kind extends SavedKind>(kind: Kind, row: { state: unknown } | undefined) {
  return row === undefined ? null : decodeState(kind, row.state);
}

function decodeState<Kind extends SavedKind>(kind: Kind, state: unknown): SavedStateOf<Kind> {
  return SAVED_SCHEMAS[kind].parse(fromJson(state)) as SavedStateOf<Kind>;
}

function toRow(kind: SavedKind, state: SavedStateOf<SavedKind>) {
  const { id, accountId, userId, configuration, createdAt, expiresAt } = state;
  return {
    kind,
    id,
    account_id: accountId,
    user_id: userId,
    sharing_setting: configuration.sharingSetting ?? 'private',
    file_id: configuration.fileId ?? null,
    created_at: createdAt,
    expires_at: expiresAt,
    state: toJson(state),
  };
}
