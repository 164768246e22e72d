import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PgliteClient } from '../postgres/embedded/pglite-client.ts';

/**
 * Copies an empty embedded database to `dataDir`: making one takes 4 s, copying 0.1 s. The template is made once per
 * machine and version of PGlite, whole or not at all, so that test files may ask for it at the same time.
 */
export async function copyEmbeddedTemplate(dataDir: string): Promise<void> {
  const template = join(tmpdir(), `countersign-pglite-${readPgliteVersion()}-${process.getuid?.() ?? 0}`);
  if (!existsSync(template)) await createTemplate(template);
  await mkdir(dirname(dataDir), { recursive: true });
  await cp(template, dataDir, { recursive: true });
}

async function createTemplate(template: string): Promise<void> {
  const draft = `${template}.${process.pid}-${Date.now()}`;
  const client = await PgliteClient.open(draft);
  await client.close();
  try {
    await rename(draft, template);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another test file was faster.
    if (!existsSync(template)) throw error;
  }
}

function readPgliteVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const manifest = createRequire(import.meta.url)(join(dirname(entry), '../package.json')) as {
    version: string;
  };
  return manifest.version;
}
