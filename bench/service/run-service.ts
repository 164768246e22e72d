import { fixturePath } from '../../fixtures/fixture-path.ts';
import { type S3Server, startS3Server } from '../../packages/adapters/testing/s3-server.ts';
import { startBare } from './bare-process.ts';
import { createBenchDatabase } from './bench-database.ts';
import { benchInitials, INITIALS_ID } from './initials.ts';
import { benchJourneys, JOURNEY_ID } from './journeys.ts';
import { benchRequests } from './requests.ts';
import { residentMbOf, ServiceProcess } from './service-process.ts';
import type { ServiceRow } from './service-row.ts';
import { benchSigners } from './signers.ts';
import { benchUpload, UPLOAD_ID, uploadFile } from './uploads.ts';

const JOURNEYS = 200;

interface ServiceBench {
  readonly smoke: boolean;
  /** Prefix of the row ids. */
  readonly only: string;
  /** The runs of an upload, and of sealing with initials. */
  readonly runs: number;
  /** Of about 50 MB. */
  readonly scan: string;
  readonly folder: string;
}

/** Measures the service over HTTP, in processes of its own. Returns an empty list without a PostgreSQL server. */
export async function runServiceBench(bench: ServiceBench): Promise<ServiceRow[]> {
  if (bench.only === UPLOAD_ID) return benchAlone(async (service) => [await benchUpload(service, bench)]);
  if (bench.only === INITIALS_ID) return benchAlone(async (service) => [await benchInitials(service, bench)]);
  if (bench.only === JOURNEY_ID)
    return benchAlone((service, databaseUrl) => benchJourneys(service, { databaseUrl, documents: JOURNEYS }));
  const isPart = bench.only.startsWith('service/');
  const working = isPart ? [] : await benchWork(bench);
  const requests = await benchRequestsWithoutWorker(bench);
  if (isPart || requests.length === 0) return requests;
  await using service = await ServiceProcess.start({});
  return [...working, ...requests, ...(await memoryRows('embedded', 'the embedded database', service))];
}

async function benchAlone(
  measure: (service: ServiceProcess, databaseUrl: string) => Promise<ServiceRow[]>,
): Promise<ServiceRow[]> {
  await using database = await createBenchDatabase();
  if (database === null) return [];
  await using service = await ServiceProcess.start({ DATABASE_URL: database.url });
  return await measure(service, database.url);
}

async function benchWork({ smoke, runs, scan, folder }: ServiceBench): Promise<ServiceRow[]> {
  await using database = await createBenchDatabase();
  if (database === null) return [];
  await using service = await ServiceProcess.start({ DATABASE_URL: database.url });
  const memory = await memoryRows('server', 'PostgreSQL', service);
  const fileId = await uploadFile(service, fixturePath('plain/a4.pdf'));
  const signers = await benchSigners(service, { fileId, signers: smoke ? 2 : 20 });
  const upload = await benchUpload(service, { scan, folder, runs });
  const initials = await benchInitials(service, { runs });
  const journeys = await benchJourneys(service, {
    databaseUrl: database.url,
    documents: smoke ? 2 : JOURNEYS,
  });
  return [...memory, ...signers, upload, initials, ...journeys];
}

/** The statements of a worker would be recorded too. That role needs a shared store. */
async function benchRequestsWithoutWorker({ smoke, only }: ServiceBench): Promise<ServiceRow[]> {
  await using database = await createBenchDatabase();
  if (database === null) return [];
  await using closing = new AsyncDisposableStack();
  const s3 = await startS3Server();
  closing.defer(() => s3.close());
  await using service = await ServiceProcess.start({
    DATABASE_URL: database.url,
    ...storeSettings(s3),
    ROLE: 'api',
  });
  const fileId = await uploadFile(service, fixturePath('plain/a4.pdf'));
  // Awaited before the service is disposed of.
  return await benchRequests(service, { databaseUrl: database.url, fileId, only, runs: smoke ? 5 : 500 });
}

function storeSettings(s3: S3Server): Record<string, string> {
  return {
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
}

/** The process that answers requests alone, and with those that do the PDF work. The floor is fastify and the driver. */
async function memoryRows(id: string, database: string, service: ServiceProcess): Promise<ServiceRow[]> {
  await using bare = await startBare({ databaseUrl: '', routes: [] });
  const title = `resident memory after the start, ${database}`;
  const common = { unit: 'MB', floor: residentMbOf(bare.pid) };
  return [
    { ...common, id: `service/memory/${id}`, title, ours: residentMbOf(service.child.pid ?? 0) },
    {
      ...common,
      id: `service/memory/${id}/all`,
      title: `${title}, with PDF processes`,
      ours: service.residentMb(),
    },
  ];
}
