import type pg from 'pg';
import { type AdvisoryKey, lockShared, tryLock, unlock } from './advisory-locks.ts';
import type { GuardedPool } from './guarded-pool.ts';

const RETRY_MS = 1_000;

/**
 * Holds a shared advisory lock: a process that gets it exclusively is alone. Taken again after a lost
 * connection.
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
