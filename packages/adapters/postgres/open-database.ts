import { Kysely } from 'kysely';
import { type AdapterDatabase, createAdapterDatabase } from './adapter-database.ts';
import { openEmbedded } from './embedded/open-embedded.ts';
import { verifyEncryptionKey } from './encryption-key.ts';
import type { Engine } from './engine.ts';
import { migrate } from './migrate.ts';
import { createSecretBox, type SecretBox } from './secret-box.ts';
import { openServer, type ServerLocation } from './server/open-server.ts';
import type { Tables } from './tables.ts';

/** `dataDir` is created with parents. */
export type DatabaseLocation = { readonly dataDir: string } | ServerLocation;

export interface DatabaseOptions {
  /** 32 bytes. Back it up separately: without it links and secrets are unreadable. */
  readonly encryptionKey: Uint8Array;
}

/**
 * Throws `data_dir_locked`, `encryption_key_invalid`, `encryption_key_wrong`, `schema_name_invalid`, or the
 * connection's error.
 */
export async function openDatabase(
  location: DatabaseLocation,
  options: DatabaseOptions,
): Promise<AdapterDatabase> {
  const secrets = createSecretBox(options.encryptionKey);
  const engine = await openEngine(location);
  try {
    return await prepareDatabase(engine, secrets);
  } catch (error) {
    await engine.close();
    throw error;
  }
}

export function openEngine(location: DatabaseLocation): Promise<Engine> {
  return 'dataDir' in location ? openEmbedded(location.dataDir) : openServer(location);
}

async function prepareDatabase(engine: Engine, secrets: SecretBox): Promise<AdapterDatabase> {
  const db = new Kysely<Tables>({ dialect: engine.dialect });
  await engine.migrateAlone(async () => {
    await migrate(db, engine.schema);
    await verifyEncryptionKey(db, secrets);
  });
  return createAdapterDatabase(engine, db, secrets);
}
