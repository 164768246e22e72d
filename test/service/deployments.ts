import { readFileSync } from 'node:fs';
import { openDatabase } from '@countersign/adapters/postgres/open-database';
import type { Database } from '@countersign/signing';
import { type S3Server, startS3Server } from '../../packages/adapters/testing/s3-server.ts';
import { makeTemporaryDir } from '../../packages/adapters/testing/temporary-dir.ts';
import type { TestDatabase, TestDatabaseKind } from '../../packages/adapters/testing/test-database.ts';
import { type ApiClient, authorize } from './api-client.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { shareService } from './share-service.ts';
import { type ServiceProcess, startProcess } from './start-process.ts';
import { accountAdder, databaseKinds, listenSettings } from './start-service.ts';

/** A service under test, however many processes it is. */
export interface Deployment {
  readonly client: ApiClient;
  readonly apiKey: string;
  /** A client of an account without capabilities. */
  addAccount(): Promise<ApiClient>;
  readonly read: Database['read'];
  close(): Promise<void>;
}

export interface DeploymentKind {
  readonly name: string;
  /** Says why it is skipped. */
  readonly title: string;
  readonly skip: boolean;
  start(): Promise<Deployment>;
}

/** One process on each database, and several on PostgreSQL and S3: what one journey tests, it tests on all. */
export const deployments: readonly DeploymentKind[] = [
  ...databaseKinds.map(({ kind, title, skip }) => ({
    name: kind.name,
    title: `one process on the ${title} database`,
    skip,
    start: () => startOne(kind),
  })),
  ...databaseKinds
    .filter(({ kind }) => kind.name === 'server')
    .map(({ kind, title, skip }) => ({
      name: 'nodes',
      title: `two API nodes and a worker on the ${title} database and S3`,
      skip,
      start: () => startNodes(kind),
    })),
];

async function startOne(kind: TestDatabaseKind): Promise<Deployment> {
  const { service, ...running } = await shareService(kind);
  return { ...running, read: service.database.read };
}

export interface NodesDeployment extends Deployment {
  readonly balancer: Balancer;
  readonly s3: S3Server;
  /** Two of the role `api`, one `worker`. */
  readonly nodes: readonly ServiceProcess[];
}

/** Processes that share nothing but the database, the bucket and the folder of keys. */
export async function startNodes(
  kind: TestDatabaseKind,
  env: Readonly<Record<string, string>> = {},
): Promise<NodesDeployment> {
  const closing = new AsyncDisposableStack();
  try {
    const database = await kind.create();
    closing.defer(() => database.remove());
    const folder = makeTemporaryDir();
    closing.defer(() => folder.remove());
    const s3 = await startS3Server();
    closing.defer(() => s3.close());
    const balancer = await startBalancer();
    closing.defer(() => balancer.close());
    const settings = { ...shareSettings(database, s3, folder.path), BASE_URL: balancer.url, ...env };
    const start = async (ROLE: string, name: string) => {
      const node = await startProcess({ ...settings, ROLE, DATA_DIR: `${folder.path}/${name}` });
      closing.defer(() => node.stop('SIGTERM').then(() => undefined));
      return node;
    };
    // The first makes the tables, the keys and the first account; at the same moment as the second.
    const [one, two] = await Promise.all([start('api', 'one'), start('api', 'two')]);
    const worker = await start('worker', 'worker');
    balancer.forwardTo([one.baseUrl, two.baseUrl]);
    const opened = await openDatabase(database.location, {
      encryptionKey: Buffer.from(readFileSync(`${folder.path}/keys/encryption.key`, 'utf8').trim(), 'hex'),
    });
    closing.defer(() => opened.close());
    const { BOOTSTRAP_API_KEY = '' } = await listenSettings();
    return {
      client: await authorize(balancer.url, BOOTSTRAP_API_KEY),
      apiKey: BOOTSTRAP_API_KEY,
      addAccount: accountAdder(balancer.url, opened),
      read: opened.read,
      balancer,
      s3,
      nodes: [one, two, worker],
      close: () => closing.disposeAsync(),
    };
  } catch (error) {
    await closing.disposeAsync();
    throw error;
  }
}

function shareSettings({ location }: TestDatabase, s3: S3Server, folder: string): Record<string, string> {
  if (!('databaseUrl' in location)) throw new Error('nodes share a server');
  return {
    DATABASE_URL: location.databaseUrl,
    KEYS_DIR: `${folder}/keys`,
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    S3_PREFIX: 'signing',
  };
}
