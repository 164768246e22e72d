import { randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import pg from 'pg';
import type { DatabaseLocation } from '../postgres/open-database.ts';
import { copyEmbeddedTemplate } from './embedded-template.ts';
import { makeTemporaryDir } from './temporary-dir.ts';

/** Without TEST_DATABASE_URL. */
const DEFAULT_SERVER_URL = 'postgres://postgres@127.0.0.1:5432/postgres';
/** Where none listens, the refusal comes at once; a busy machine answers late. */
const CONNECT_TIMEOUT_MS = 10_000;

export interface TestDatabase {
  readonly location: DatabaseLocation;
  readonly encryptionKey: Uint8Array;
  /** Close the database first. */
  remove(): Promise<void>;
}

export interface TestDatabaseKind {
  readonly name: 'embedded' | 'server';
  /** Null: available. */
  readonly unavailable: string | null;
  /** Opening it creates the schema or finds it in a copy. */
  create(): Promise<TestDatabase>;
}

/** The server is skipped if unreachable. */
export async function listTestDatabaseKinds(): Promise<readonly TestDatabaseKind[]> {
  const url = serverUrl();
  const unavailable = (await answers(url)) ? null : `no PostgreSQL at ${new URL(url).host}`;
  return [
    {
      name: 'embedded',
      unavailable: null,
      create: createEmbedded,
    },
    {
      name: 'server',
      unavailable,
      create: () => createOnServer(url),
    },
  ];
}

async function createEmbedded(): Promise<TestDatabase> {
  const dir = makeTemporaryDir();
  const dataDir = `${dir.path}/database`;
  await copyEmbeddedTemplate(dataDir);
  return { location: { dataDir }, encryptionKey: randomBytes(32), remove: async () => dir.remove() };
}

async function createOnServer(url: string): Promise<TestDatabase> {
  const name = `countersign_test_${randomUUID().replaceAll('-', '')}`;
  await runOnServer(url, `CREATE DATABASE ${name}`);
  const databaseUrl = new URL(url);
  databaseUrl.pathname = `/${name}`;
  return {
    location: { databaseUrl: databaseUrl.href },
    encryptionKey: randomBytes(32),
    remove: () => dropTestDatabase(databaseUrl.href),
  };
}

/** With its connections. */
export function dropTestDatabase(databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  return runOnServer(serverUrl(), `DROP DATABASE ${name} WITH (FORCE)`);
}

function serverUrl(): string {
  return process.env.TEST_DATABASE_URL ?? DEFAULT_SERVER_URL;
}

async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function answers(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port || 5432), timeout: CONNECT_TIMEOUT_MS });
  return new Promise((resolve) => {
    const finish = (isUp: boolean) => {
      socket.destroy();
      resolve(isUp);
    };
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
    socket.once('timeout', () => finish(false));
  });
}
