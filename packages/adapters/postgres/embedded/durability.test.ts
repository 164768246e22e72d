import fs from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeTemporaryDir } from '../../testing/temporary-dir.ts';
import { openPglite } from './embedded.ts';

const COMMITS = 20;
let pglite: PGlite;
const dir = makeTemporaryDir();

beforeAll(async () => {
  pglite = await openPglite(`${dir.path}/deep/database`);
  await pglite.exec('CREATE TABLE counted (id int)');
}, 60_000);

afterAll(async () => {
  await pglite.close();
  dir.remove();
});

it('makes a folder of its own, parents included', () => {
  expect(fs.existsSync(`${dir.path}/deep/database/PG_VERSION`)).toBe(true);
  expect(fs.existsSync(`${dir.path}/deep/database.new`)).toBe(false);
});

it('runs with fsync on', async () => {
  const { rows } = await pglite.query(
    "SELECT current_setting('fsync') fsync, current_setting('wal_sync_method') method",
  );
  expect(rows).toEqual([{ fsync: 'on', method: 'fsync' }]);
});

it('syncs the write-ahead log at least once for every commit, and never for a read', async () => {
  const sync = vi.spyOn(fs, 'fsyncSync');
  const targets: string[] = [];
  sync.mockImplementation((descriptor) => {
    targets.push(fs.readlinkSync(`/proc/self/fd/${descriptor}`));
  });
  for (let i = 0; i < COMMITS; i += 1) await pglite.query('INSERT INTO counted VALUES ($1)', [i]);
  const written = targets.filter((path) => path.includes('/pg_wal/')).length;
  await pglite.query('SELECT * FROM counted');
  sync.mockRestore();
  expect(written).toBeGreaterThanOrEqual(COMMITS);
  expect(targets.filter((path) => path.includes('/pg_wal/')).length).toBe(written);
});
