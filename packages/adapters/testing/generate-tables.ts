import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { openDatabase } from '../postgres/open-database.ts';
import { makeTemporaryDir } from './temporary-dir.ts';
import { listTestDatabaseKinds } from './test-database.ts';

const CONFIG = new URL('../postgres/tables.config.json', import.meta.url).pathname;
const PROGRAM = createRequire(import.meta.url).resolve('kysely-codegen/dist/cli/bin.js');

/** Generates `postgres/tables.ts` from a migrated database of the PostgreSQL server that tests use. */
export async function generateTables(): Promise<string> {
  const server = (await listTestDatabaseKinds()).find(({ name }) => name === 'server');
  if (server === undefined || server.unavailable !== null)
    throw new Error(server?.unavailable ?? 'no server');
  const place = await server.create();
  const dir = makeTemporaryDir();
  try {
    const database = await openDatabase(place.location, place);
    await database.close();
    const { databaseUrl } = place.location as { readonly databaseUrl: string };
    const outFile = `${dir.path}/tables.ts`;
    const args = [PROGRAM, '--config-file', CONFIG, '--url', databaseUrl, '--out-file', outFile];
    await promisify(execFile)(process.execPath, args, { cwd: dir.path });
    return await readFile(outFile, 'utf8');
  } finally {
    dir.remove();
    await place.remove();
  }
}
