import type { AccessToken, AccessTokenStore } from '@countersign/oauth';
import { fromJson, toJson } from '../state-json.ts';
import type { TransactionScope } from '../transaction-scope.ts';

export function createAccessTokenStore(scope: TransactionScope): AccessTokenStore {
  return {
    insert: (token) => insertToken(scope, token),
    findByHash: (tokenHash) => findByHash(scope, tokenHash),
    removeExpired: (now) => removeExpired(scope, now),
  };
}

async function insertToken({ db }: TransactionScope, token: AccessToken): Promise<void> {
  const row = {
    token_hash: token.tokenHash,
    user_id: token.userId,
    account_id: token.accountId,
    scopes: toJson(token.scopes),
    created_at: token.createdAt,
    expires_at: token.expiresAt,
  };
  await db.insertInto('access_tokens').values(row).execute();
}

async function findByHash({ db }: TransactionScope, tokenHash: string): Promise<AccessToken | null> {
  const row = await db
    .selectFrom('access_tokens')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    tokenHash: row.token_hash,
    userId: row.user_id,
    accountId: row.account_id,
    scopes: fromJson(row.scopes),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

async function removeExpired({ db }: TransactionScope, now: Date): Promise<number> {
  const result = await db.deleteFrom('access_tokens').where('expires_at', '<=', now).executeTakeFirst();
  return Number(result.numDeletedRows);
}
