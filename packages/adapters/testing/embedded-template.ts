import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openEmbedded } from '../postgres/embedded/embedded.ts';
import { migrate } from '../postgres/open-database.ts';
import { connect } from '../postgres/schema.ts';
import type { Engine } from '../postgres/transaction.ts';

const MIGRATIONS = new URL('../postgres/migrations/', import.meta.url);

/**
 * 50 times faster than creating one. Templates are created once per machine, version and migrations,
 * atomically.
 */
export async function copyEmbeddedTemplate(dataDir: string): Promise<void> {
  const name = [
    'countersign-pglite-alone',
    readPgliteVersion(),
    hashMigrations(),
    process.getuid?.() ?? 0,
  ].join('-');
  const template = join(tmpdir(), name);
  if (!existsSync(template)) await createTemplate(template);
  // Twice as fast as asynchronously: 600 small files.
  cpSync(template, dataDir, { recursive: true });
}

async function createTemplate(template: string): Promise<void> {
  const draft = `${template}.${process.pid}-${Date.now()}`;
  const engine = await openEmbedded(draft);
  const db = connect(engine.dialect);
  await engine.migrateAlone(() => migrate(db, engine.schema));
  await dropUnused(engine);
  await engine.close();
  try {
    await rename(draft, template);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another test file was faster.
    if (!existsSync(template)) throw error;
  }
}

/** Half of the files; nothing connects to them. */
async function dropUnused(engine: Engine): Promise<void> {
  for (const name of ['template0', 'template1']) {
    await engine.execute(`UPDATE pg_database SET datistemplate = false WHERE datname = '${name}'`);
    await engine.execute(`DROP DATABASE ${name}`);
  }
}

function hashMigrations(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(MIGRATIONS).sort()) hash.update(readFileSync(new URL(name, MIGRATIONS)));
  return hash.digest('hex').slice(0, 16);
}

function readPgliteVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const manifest = createRequire(import.meta.url)(join(dirname(entry), '../package.json')) as {
    version: string;
  };
  return manifest.version;
}
