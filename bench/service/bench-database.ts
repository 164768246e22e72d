import { randomUUID } from 'node:crypto';
import pg from 'pg';

const SERVER_URL = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** A new database on the PostgreSQL server of the tests; null if none answers. Disposing drops it. */
export async function createBenchDatabase(): Promise<(AsyncDisposable & { readonly url: string }) | null> {
  const name = `countersign_bench_${randomUUID().replaceAll('-', '')}`;
  try {
    await run(`CREATE DATABASE ${name}`);
  } catch {
    return null;
  }
  const url = new URL(SERVER_URL);
  url.pathname = `/${name}`;
  return { url: url.href, [Symbol.asyncDispose]: () => run(`DROP DATABASE ${name} WITH (FORCE)`) };
}

async function run(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER_URL, connectionTimeoutMillis: 1000 });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
