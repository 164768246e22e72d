import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { makeTemporaryDir } from '../packages/adapters/testing/temporary-dir.ts';
import { dropTestDatabase } from '../packages/adapters/testing/test-database.ts';

/** Removes what `shareService` left, since the workers of vitest end without a word. */
export default function setup(project: TestProject): () => Promise<void> {
  const folder = makeTemporaryDir();
  project.provide('sharedServices', folder.path);
  return async () => {
    for (const name of readdirSync(folder.path)) {
      const env = JSON.parse(readFileSync(join(folder.path, name), 'utf8')) as Record<string, string>;
      if (env.DATABASE_URL !== undefined) await dropTestDatabase(env.DATABASE_URL);
      if (env.DATA_DIR !== undefined) rmSync(env.DATA_DIR, { recursive: true, force: true, maxRetries: 5 });
    }
    folder.remove();
  };
}
