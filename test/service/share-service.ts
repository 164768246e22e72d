import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AdapterDatabase } from '@countersign/adapters/postgres/database';
import type { SigningDeps } from '@countersign/signing';
import { expect, inject } from 'vitest';
import type { TestDatabaseKind } from '../../packages/adapters/testing/test-database.ts';
import { accountAdder, startService, type TestService } from './start-service.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder with one file for each shared service: its settings as JSON. */
    readonly sharedServices: string;
  }
}

export interface SharedService extends TestService {
  /** Of the use-cases. */
  readonly deps: SigningDeps;
}

interface KeptService extends SharedService {
  /** Sets what the use-cases take for the time. */
  setTime(now: () => Date): void;
}

const realTime = () => new Date();

const services = new Map<TestDatabaseKind['name'], Promise<KeptService>>();
/** The files that use them. */
const users = new Map<TestDatabaseKind['name'], string | undefined>();

/**
 * What `startService(kind)` gives, without a start for each file: a worker of vitest keeps the service for its next
 * file, whose database holds again what the first start wrote. DATA_DIR keeps the blobs of earlier files.
 * The use-cases read the time by `now`.
 */
export async function shareService(kind: TestDatabaseKind, now = realTime): Promise<SharedService> {
  const { testPath } = expect.getState();
  if (users.has(kind.name) && users.get(kind.name) === testPath)
    throw new Error('the file already uses the shared service: start another');
  users.set(kind.name, testPath);
  const kept = services.get(kind.name);
  const starting = kept ?? startKept(kind);
  services.set(kind.name, starting);
  const service = await starting;
  if (kept !== undefined) await restoreFirstRows(service);
  service.setTime(now);
  return {
    ...service,
    addAccount: accountAdder(service.baseUrl, service.service.database),
    async close() {
      service.setTime(realTime);
      users.delete(kind.name);
    },
  };
}

async function startKept(kind: TestDatabaseKind): Promise<KeptService> {
  const clock = { now: realTime };
  let deps: SigningDeps | undefined;
  const decorate = (wired: SigningDeps) => {
    deps = { ...wired, clock };
    return deps;
  };
  const service = await startService(kind, {}, { decorate });
  if (deps === undefined) throw new Error('the service has no use-cases');
  writeFileSync(join(inject('sharedServices'), `${randomUUID()}.json`), JSON.stringify(service.env));
  await execute(service, KEEP_FIRST_ROWS);
  return {
    ...service,
    deps,
    setTime(now) {
      clock.now = now;
    },
  };
}

/** Jobs of the file before may still run: they find nothing, or their locks end the script once in a while. */
async function restoreFirstRows(service: TestService): Promise<void> {
  for (let left = 5; ; left -= 1) {
    try {
      return await execute(service, RESTORE_FIRST_ROWS);
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

async function execute({ service }: TestService, script: string): Promise<void> {
  const { engine } = service.database as AdapterDatabase;
  await engine.execute(script.replaceAll('{tables}', engine.schema).replaceAll('{jobs}', engine.jobsSchema));
}

const KEEP_FIRST_ROWS = `
CREATE SCHEMA first_rows;
DO $$
DECLARE name text;
BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = '{tables}' LOOP
    EXECUTE format('CREATE TABLE first_rows.%1$I AS TABLE {tables}.%1$I', name);
  END LOOP;
END $$`;

// A replica's session runs no triggers: those that check references and those that keep the audit trail.
const RESTORE_FIRST_ROWS = `
DO $$
DECLARE name text;
BEGIN
  SET LOCAL session_replication_role = replica;
  DELETE FROM {jobs}.job WHERE state IN ('created', 'retry');
  EXECUTE 'TRUNCATE ' ||
    (SELECT string_agg(format('{tables}.%I', tablename), ', ') FROM pg_tables WHERE schemaname = '{tables}');
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'first_rows' LOOP
    EXECUTE format(
      'INSERT INTO {tables}.%1$I OVERRIDING SYSTEM VALUE SELECT * FROM first_rows.%1$I', name);
  END LOOP;
END $$`;
