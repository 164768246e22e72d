import {
  type AccessToken,
  type AccessTokenStore,
  type HeldAccessToken,
  MAX_ACCESS_TOKENS,
  type RequestWindow,
} from '@countersign/oauth';
import { CompiledQuery } from 'kysely';
import { toJson } from '../json.ts';
import type { Connection } from '../schema.ts';
import type { Engine } from '../transaction.ts';
import { type Counted, countRate } from './rate-count-store.ts';

const COLUMNS = 'user_id, account_id, api_key_id, grant_id, scopes, expires_at';

/** The user or API key of a token may have ended, and its account be closed or suspended. */
const HELD = `SELECT ${COLUMNS},
    (SELECT g.client_id FROM oauth_grants g WHERE g.grant_id = t.grant_id) AS client_id
  FROM access_tokens t
  WHERE token_hash = $1
  AND (api_key_id IS NULL OR EXISTS (SELECT FROM api_keys k WHERE k.api_key_id = t.api_key_id))
  AND EXISTS (SELECT FROM users u WHERE u.user_id = t.user_id AND u.status = 'active')
  AND NOT EXISTS (SELECT FROM accounts a WHERE a.account_id = t.account_id AND a.status <> 'active')`;

const FIND_AND_COUNT = `WITH held AS (${HELD} AND expires_at > $2),
  counted AS (${countRate("SELECT $3, 1, clock_timestamp() + $4::integer * interval '1 millisecond' FROM held", '1')})
  SELECT ${COLUMNS}, client_id, count, remaining_ms FROM held, counted`;

interface Row extends Omit<HeldAccessToken, 'clientId'> {
  readonly clientId: string | null;
}

export class PostgresAccessTokenStore implements AccessTokenStore {
  readonly #db: Connection;
  readonly #engine: Engine;

  constructor(db: Connection, engine: Engine) {
    this.#db = db;
    this.#engine = engine;
  }

  async insert(token: AccessToken): Promise<void> {
    const column = token.grantId === null ? 'apiKeyId' : 'grantId';
    // The subquery does not see the new row, so one of `MAX_ACCESS_TOKENS` has to give way.
    await this.#db
      .with('ended', (query) =>
        query.deleteFrom('accessTokens').where('tokenHash', 'in', (tokens) =>
          tokens
            .selectFrom('accessTokens')
            .select('tokenHash')
            .where(column, '=', token[column])
            .orderBy('createdAt', 'desc')
            .offset(MAX_ACCESS_TOKENS - 1),
        ),
      )
      .insertInto('accessTokens')
      .values({ ...token, scopes: toJson(token.scopes) })
      .execute();
  }

  async findByHash(tokenHash: string): Promise<HeldAccessToken | null> {
    const { rows } = await this.#db.executeQuery<Row>(CompiledQuery.raw(HELD, [tokenHash]));
    const [row] = rows;
    return row === undefined ? null : toHeld(row);
  }

  /** Runs on the engine, outside transactions as all counts, because the query builder takes a third more processor time. */
  async findAndCount(tokenHash: string, now: Date, { key, windowMs }: RequestWindow) {
    const { rows } = await this.#engine.execute(FIND_AND_COUNT, [tokenHash, now, key, windowMs]);
    const [row] = rows as readonly (StoredRow & Counted)[];
    if (row === undefined) return null;
    const { user_id: userId, account_id: accountId, scopes, expires_at: expiresAt } = row;
    const { api_key_id: apiKeyId, grant_id: grantId, client_id: clientId } = row;
    return {
      token: toHeld({ userId, accountId, apiKeyId, grantId, clientId, scopes, expiresAt }),
      counted: { count: row.count, remainingMs: row.remaining_ms },
    };
  }

  async remove(tokenHash: string): Promise<void> {
    await this.#db.deleteFrom('accessTokens').where('tokenHash', '=', tokenHash).execute();
  }

  async removeExpired(now: Date): Promise<number> {
    const result = await this.#db.deleteFrom('accessTokens').where('expiresAt', '<=', now).executeTakeFirst();
    return Number(result.numDeletedRows);
  }
}

/** The engine gives columns their names in the database. */
interface StoredRow {
  readonly user_id: string;
  readonly account_id: string;
  readonly api_key_id: string | null;
  readonly grant_id: string | null;
  readonly client_id: string | null;
  readonly scopes: HeldAccessToken['scopes'];
  readonly expires_at: Date;
}

function toHeld({ clientId, ...token }: Row): HeldAccessToken {
  return { ...token, clientId: clientId ?? undefined };
}
