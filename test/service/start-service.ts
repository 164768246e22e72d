import { dirname } from 'node:path';
import { hashSecret } from '@countersign/base';
import { buildAccount, buildApiKey, buildUser, LOW_COSTS } from '@countersign/identity/testing';
import {
  createServer,
  ensureWebBuilt,
  type RunningService,
  readConfig,
  type ServerSeams,
} from '@countersign/server';
import type { Database } from '@countersign/signing';
import { makeTemporaryDir } from '../../packages/adapters/testing/temporary-dir.ts';
import {
  listTestDatabaseKinds,
  type TestDatabase,
  type TestDatabaseKind,
} from '../../packages/adapters/testing/test-database.ts';
import { checkAnswers } from '../../packages/api/testing/check-answers.ts';
import { findFreePort } from '../../packages/server/demo/find-free-port.ts';
import { type ApiClient, authorize } from './api-client.ts';

const API_KEY = 'sk_test_0123456789abcdef';
const OTHER_API_KEY = 'sk_other_0123456789abcdef';

export interface TestService {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly client: ApiClient;
  readonly service: RunningService;
  /** The settings in use. */
  readonly env: Readonly<Record<string, string>> & { readonly DATA_DIR: string };
  addAccount(): Promise<ApiClient>;
  /** Another user of the account of `client`. */
  addColleague(): Promise<ApiClient>;
  close(): Promise<void>;
}

type Settings = Record<string, string> & { DATA_DIR: string };

/**
 * Both databases, for `describe.each`; the title says why one is skipped. The first is the faster one of those that are
 * there: a share of both is that one.
 */
export const databaseKinds = (await listTestDatabaseKinds())
  .map((kind) => ({
    kind,
    title: kind.unavailable === null ? kind.name : `${kind.name} (skipped: ${kind.unavailable})`,
    skip: kind.unavailable !== null,
  }))
  .toReversed()
  .toSorted((one, other) => Number(one.skip) - Number(other.skip));

/**
 * For tests independent of the database: PostgreSQL if available, since the embedded one takes four seconds to start.
 */
export const anyDatabase: TestDatabaseKind = pickDatabase();

function pickDatabase(): TestDatabaseKind {
  const [found] = databaseKinds;
  if (found === undefined) throw new Error('the embedded database is always there');
  return found.kind;
}

/** Starts the real wiring in this process, on a fresh database and folder. */
export async function startService(
  kind: TestDatabaseKind,
  env: Readonly<Record<string, string>> = {},
  seams: ServerSeams = {},
): Promise<TestService> {
  ensureWebBuilt(() => undefined);
  const place = await prepareEnvironment(kind);
  const settings = { ...place.env, ...(await listenSettings()), ...env };
  const service = await createServer(readConfig(settings), {
    ...{ inspectApi: checkAnswers, passwordCosts: LOW_COSTS },
    ...seams,
  });
  const client = await authorize(service.baseUrl, API_KEY);
  return {
    baseUrl: service.baseUrl,
    apiKey: API_KEY,
    client,
    service,
    env: settings,
    addAccount: accountAdder(service.baseUrl, service.database),
    addColleague: () => addColleague(service, client),
    async close() {
      await service.close();
      await place.remove();
    },
  };
}

/** Folder and database of a service that may be restarted. */
export async function prepareEnvironment(kind: TestDatabaseKind) {
  const database = await kind.create();
  const folder = makeTemporaryDir();
  return {
    env: databaseSettings(database, folder.path),
    async remove() {
      await database.remove();
      folder.remove();
    },
  };
}

export async function listenSettings(): Promise<Record<string, string>> {
  return {
    NODE_ENV: 'test',
    PORT: String(await findFreePort()),
    LOG_LEVEL: 'fatal',
    PDF_THREADS: '1',
    RATE_LIMIT_PER_MINUTE: '100000',
    REGISTRATIONS_PER_HOUR: '100000',
    BOOTSTRAP_API_KEY: API_KEY,
    BOOTSTRAP_EMAIL: 'owner@example.com',
    BOOTSTRAP_ACCOUNT_NAME: 'First account',
    BOOTSTRAP_FULL_NAME: 'First user',
    BOOTSTRAP_PASSWORD: 'correct horse',
  };
}

function databaseSettings({ location }: TestDatabase, folder: string): Settings {
  // The embedded database is in DATA_DIR/database, where the template was copied.
  if ('dataDir' in location) return { DATA_DIR: dirname(location.dataDir) };
  return { DATA_DIR: folder, DATABASE_URL: location.databaseUrl };
}

async function addColleague({ baseUrl, database }: RunningService, client: ApiClient): Promise<ApiClient> {
  const { body } = await client.get<{ accountId: string }>('/v1/account');
  const user = buildUser(body.accountId);
  const secret = `sk_${user.userId}`;
  await database.transact(async ({ accounts }) => {
    await accounts.insertUser(user);
    await accounts.insertApiKey(buildApiKey(user, { keyHash: hashSecret(secret) }));
  });
  return authorize(baseUrl, secret);
}

/** Returns what authorizes a client of another account, without capabilities; the account is made by the first call. */
export function accountAdder(
  baseUrl: string,
  database: Pick<Database, 'transact'>,
): () => Promise<ApiClient> {
  let inserting: Promise<void> | undefined;
  return async () => {
    inserting ??= insertOtherAccount(database);
    await inserting;
    return authorize(baseUrl, OTHER_API_KEY);
  };
}

function insertOtherAccount(database: Pick<Database, 'transact'>): Promise<void> {
  const account = buildAccount({ name: 'Other', capabilities: [] });
  const user = buildUser(account.accountId, { fullName: 'Other Owner', emailAddress: 'other@example.com' });
  return database.transact(async ({ accounts }) => {
    await accounts.insertAccount(account);
    await accounts.insertUser(user);
    await accounts.insertApiKey(buildApiKey(user, { keyHash: hashSecret(OTHER_API_KEY) }));
  });
}
