import type pg from 'pg';
import type { GuardedPool } from './guarded-pool.ts';

/** A lock is a pair of numbers: ours and the hash of a name. */
const LOCK_FAMILY = 0x636f756e;

/** A name such as `migrate countersign`. */
export type AdvisoryKey = string;

/** Returns the values of `SELECT pg_advisory_lock($1, hashtext($2))`. */
export function lockValues(key: AdvisoryKey): readonly [number, string] {
  return [LOCK_FAMILY, key];
}

async function tryLock(client: pg.PoolClient, key: AdvisoryKey): Promise<boolean> {
  const { rows } = await client.query<{ readonly locked: boolean }>(
    'SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked',
    [...lockValues(key)],
  );
  return rows[0]?.locked === true;
}

async function lockShared(client: pg.PoolClient, key: AdvisoryKey): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1, hashtext($2))', [...lockValues(key)]);
}

async function unlock(client: pg.PoolClient, key: AdvisoryKey): Promise<void> {
  await client.query('SELECT pg_advisory_unlock($1, hashtext($2))', [...lockValues(key)]);
}

const RETRY_MS = 1_000;

/**
 * Holds a shared advisory lock, so that a process that gets it exclusively is alone. The lock is taken again
 * after a lost connection.
 */
export class Presence {
  readonly #pool: GuardedPool;
  readonly #key: AdvisoryKey;
  #client: pg.PoolClient | null = null;
  #retry: NodeJS.Timeout | undefined;
  #isOver = false;
  openedAlone = false;

  private constructor(pool: GuardedPool, key: AdvisoryKey) {
    this.#pool = pool;
    this.#key = key;
  }

  static async announce(pool: GuardedPool, key: AdvisoryKey): Promise<Presence> {
    const presence = new Presence(pool, key);
    await presence.#enter(async (client) => {
      presence.openedAlone = await tryLock(client, key);
      await lockShared(client, key);
      if (presence.openedAlone) await unlock(client, key);
    });
    return presence;
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#retry);
    this.#client?.release(true);
    this.#client = null;
  }

  async #enter(lock: (client: pg.PoolClient) => Promise<void>): Promise<void> {
    const client = await this.#pool.connectRaw();
    try {
      await lock(client);
    } catch (error) {
      client.release(true);
      throw error;
    }
    if (this.#isOver) return client.release(true);
    this.#client = client;
    client.once('error', () => this.#lose(client));
  }

  #lose(client: pg.PoolClient): void {
    if (this.#client !== client) return;
    this.#client = null;
    client.release(true);
    this.#enterLater();
  }

  #enterLater(): void {
    if (this.#isOver) return;
    this.#retry = setTimeout(() => {
      this.#enter((client) => lockShared(client, this.#key)).catch(() => this.#enterLater());
    }, RETRY_MS).unref();
  }
}
