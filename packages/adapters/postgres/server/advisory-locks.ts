import type pg from 'pg';

/** Locks are pairs of numbers: ours and the hash of a name. */
const LOCK_FAMILY = 0x636f756e;

/** E.g. `migrate countersign`. */
export type AdvisoryKey = string;

/** For `SELECT pg_advisory_lock($1, hashtext($2))`. */
export function lockValues(key: AdvisoryKey): readonly [number, string] {
  return [LOCK_FAMILY, key];
}

export async function tryLock(client: pg.PoolClient, key: AdvisoryKey): Promise<boolean> {
  const { rows } = await client.query<{ readonly locked: boolean }>(
    'SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked',
    [...lockValues(key)],
  );
  return rows[0]?.locked === true;
}

export async function lockShared(client: pg.PoolClient, key: AdvisoryKey): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1, hashtext($2))', [...lockValues(key)]);
}

export async function unlock(client: pg.PoolClient, key: AdvisoryKey): Promise<void> {
  await client.query('SELECT pg_advisory_unlock($1, hashtext($2))', [...lockValues(key)]);
}
