import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PGlite, types } from '@electric-sql/pglite';
import { syncPath } from '../../sync-path.ts';
import { DurableNodeFs } from './durable-node-fs.ts';

/**
 * PGlite's without `-F` (which turns fsync off), plus the sync method that works: fdatasync does nothing.
 * Small buffers save 100 MB.
 */
const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'shared_buffers=16MB',
];

/** Commits are durable. */
export async function openPglite(dataDir: string): Promise<PGlite> {
  if (!existsSync(join(dataDir, 'PG_VERSION'))) await createDataDir(dataDir);
  return startPglite(dataDir);
}

/** Renamed at the end, so that a killed start leaves no partial database. */
async function createDataDir(dataDir: string): Promise<void> {
  const draft = `${dataDir}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const pglite = await startPglite(draft);
  await pglite.close();
  await syncTree(draft);
  await rm(dataDir, { recursive: true, force: true });
  await rename(draft, dataDir);
  await syncPath(dirname(dataDir));
}

function startPglite(dataDir: string): Promise<PGlite> {
  return PGlite.create({
    fs: new DurableNodeFs(dataDir),
    startParams: START_PARAMS,
    serializers: { [types.TIMESTAMPTZ]: writeDate },
  });
}

/** PostgreSQL reads neither the sign that ISO 8601 has beyond four digits nor a year 0, which is 1 BC. */
function writeDate(date: Date): string {
  const year = date.getUTCFullYear();
  const rest = date.toISOString().replace(/^[+-]?\d+/, '');
  const digits = (counted: number) => String(counted).padStart(4, '0');
  return year > 0 ? `${digits(year)}${rest}` : `${digits(1 - year)}${rest} BC`;
}

async function syncTree(root: string): Promise<void> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  for (const path of [...paths, root]) await syncPath(path);
}
