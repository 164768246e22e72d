import {
  type AccessToken,
  type AccessTokenStore,
  type HeldAccessToken,
  MAX_ACCESS_TOKENS,
  type RequestWindow,
} from '@countersign/oauth';
import { CompiledQuery, type Selectable } from 'kysely';
import { fromJson, toJson } from '../encryption.ts';
import type { Tables } from '../tables.ts';
import { asPrepared, type Engine, type TransactionScope } from '../transaction.ts';
import { type Counted, countRate } from './rate-count-store.ts';

export function createAccessTokenStore(scope: TransactionScope, engine: Engine): AccessTokenStore {
  return {
    insert: (token) => insertToken(scope, token),
    findByHash: (tokenHash) => findByHash(scope, engine, tokenHash),
    findAndCount: (tokenHash, now, window) => findAndCount(engine, tokenHash, now, window),
    remove: (tokenHash) => removeToken(scope, tokenHash),
    removeExpired: (now) => removeExpired(scope, now),
  };
}

async function insertToken({ db }: TransactionScope, token: AccessToken): Promise<void> {
  const row = {
    token_hash: token.tokenHash,
    user_id: token.userId,
    account_id: token.accountId,
    api_key_id: token.apiKeyId,
    grant_id: token.grantId,
    scopes: toJson(token.scopes),
    created_at: token.createdAt,
    expires_at: token.expiresAt,
  };
  const column = token.grantId === null ? 'api_key_id' : 'grant_id';
  // It does not see the new row.
  await db
    .with('ended', (query) =>
      query.deleteFrom('access_tokens').where('token_hash', 'in', (tokens) =>
        tokens
          .selectFrom('access_tokens')
          .select('token_hash')
          .where(column, '=', row[column])
          .orderBy('created_at', 'desc')
          .offset(MAX_ACCESS_TOKENS - 1),
      ),
    )
    .insertInto('access_tokens')
    .values(row)
    .execute();
}

/** Its user or key may have ended. */
const HELD = `SELECT user_id, account_id, api_key_id, grant_id, scopes, expires_at,
    (SELECT g.client_id FROM oauth_grants g WHERE g.grant_id = t.grant_id) AS client_id
  FROM access_tokens t
  WHERE token_hash = $1
  AND (api_key_id IS NULL OR EXISTS (SELECT FROM api_keys k WHERE k.api_key_id = t.api_key_id))
  AND EXISTS (SELECT FROM users u WHERE u.user_id = t.user_id AND u.status = 'active')`;

const FIND_HELD = asPrepared('find-access-token', HELD);

const FIND_AND_COUNT = asPrepared(
  'find-access-token-and-count',
  `WITH held AS (${HELD} AND expires_at > $2),
  counted AS (${countRate("SELECT $3, 1, clock_timestamp() + $4::integer * interval '1 millisecond' FROM held", '1')})
  SELECT held.*, counted.* FROM held, counted`,
);

interface Row extends Omit<Selectable<Tables['access_tokens']>, 'token_hash' | 'created_at'> {
  readonly client_id: string | null;
}

/** The engine itself takes a quarter less processor time than the query builder. */
async function findByHash(
  { running }: TransactionScope,
  engine: Engine,
  tokenHash: string,
): Promise<HeldAccessToken | null> {
  const { rows } = await (running === null
    ? engine.execute(FIND_HELD, [tokenHash])
    : running.db.executeQuery(CompiledQuery.raw(FIND_HELD, [tokenHash])));
  const [row] = rows as readonly Row[];
  return row === undefined ? null : toHeld(row);
}

/** Outside transactions, as all counts. */
async function findAndCount(engine: Engine, tokenHash: string, now: Date, { key, windowMs }: RequestWindow) {
  const { rows } = await engine.execute(FIND_AND_COUNT, [tokenHash, now, key, windowMs]);
  const [row] = rows as readonly (Row & Counted)[];
  if (row === undefined) return null;
  return { token: toHeld(row), counted: { count: row.count, remainingMs: row.remaining_ms } };
}

function toHeld(row: Row): HeldAccessToken {
  return {
    userId: row.user_id,
    accountId: row.account_id,
    apiKeyId: row.api_key_id,
    grantId: row.grant_id,
    ...(row.client_id !== null && { clientId: row.client_id }),
    scopes: fromJson(row.scopes),
    expiresAt: row.expires_at,
  };
}

async function removeToken({ db }: TransactionScope, tokenHash: string): Promise<void> {
  await db.deleteFrom('access_tokens').where('token_hash', '=', tokenHash).execute();
}

async function removeExpired({ db }: TransactionScope, now: Date): Promise<number> {
  const result = await db.deleteFrom('access_tokens').where('expires_at', '<=', now).executeTakeFirst();
  return Number(result.numDeletedRows);
}
