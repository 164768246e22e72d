import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { processorMsOf, type ServiceProcess } from './service-process.ts';
import type { ServiceRow } from './service-row.ts';
import { type DocumentList, findLink, send, sign, waitFor } from './signers.ts';
import { uploadFile } from './uploads.ts';

/** An account may have 16 uploads in progress. */
const AT_ONCE = 12;
/** Compiled code, plans of statements and connections are those of a service that has worked for a while. */
const WARM_UP = 60;
/** Questions more often than that would take a good part of the processor. */
const LOOK_MS = 200;
/** Between two looks at what an answer said. */
const LOCAL_LOOK_MS = 10;

export const JOURNEY_ID = 'service/journey';
const PDF = fixturePath('plain/a4.pdf');

interface Journeys {
  readonly databaseUrl: string;
  readonly documents: number;
}

/**
 * Documents from their upload to the sealed file, and whose processor time each of them takes. The time of PostgreSQL is
 * that of its connections, without its writer of logs and checkpoints; it has to run on this machine.
 */
export async function benchJourneys(
  service: ServiceProcess,
  { databaseUrl, documents }: Journeys,
): Promise<ServiceRow[]> {
  await travel(service, Math.min(WARM_UP, documents));
  const before = await readProcessorTimes(service, databaseUrl);
  const begin = performance.now();
  await travel(service, documents);
  const minutes = (performance.now() - begin) / 60_000;
  const after = await readProcessorTimes(service, databaseUrl);
  const title = `upload to sealed, ${AT_ONCE} at once`;
  const part = (id: keyof typeof after, of: string): ServiceRow => ({
    id: `${JOURNEY_ID}/${id}`,
    title: `${title}: processor time of ${of} for a document`,
    unit: 'ms',
    ours: (after[id] - before[id]) / documents,
  });
  return [
    { id: JOURNEY_ID, title, unit: 'documents a minute', ours: documents / minutes },
    part('node', 'requests and jobs'),
    part('pdf', 'PDF processes'),
    part('postgres', 'PostgreSQL'),
    part('client', 'the client'),
  ];
}

async function travel(service: ServiceProcess, count: number): Promise<void> {
  const done = await countDone(service);
  const open = new Set<string>();
  let begun = 0;
  const one = async () => {
    while (begun < count) {
      begun += 1;
      const fileId = await uploadFile(service, PDF);
      const sent = await send(service, fileId, { signaturePlacement: 'new_page' });
      await waitFor(async () => open.has(sent.documentId) || undefined, LOCAL_LOOK_MS);
      const link = await findLink(service, sent, LOOK_MS);
      await sign(service, { link }, { ink: { kind: 'typed', typedName: 'Ada' } });
    }
  };
  const watch = watchOpen(service, open);
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  await watch.stop();
  await waitFor(async () => (await countDone(service)) >= done + count || undefined, LOOK_MS);
}

/**
 * Adds the ids of documents that are open for signing. One request asks for all of them: with several for each, a tenth
 * of all statements were of questions.
 */
function watchOpen(service: ServiceProcess, open: Set<string>): { stop(): Promise<void> } {
  let isStopped = false;
  const watching = (async () => {
    while (!isStopped) {
      const { documents } = await service.get<DocumentList>('/v1/docs?status=awaiting_signatures&limit=50');
      for (const { documentId } of documents) open.add(documentId);
      await wait(LOOK_MS);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await watching;
    },
  };
}

async function countDone(service: ServiceProcess): Promise<number> {
  const { groups } = await service.get<{ groups: { done: number } }>('/v1/docs/group-counts');
  return groups.done;
}

async function readProcessorTimes(service: ServiceProcess, databaseUrl: string) {
  const [node, ...pdf] = service.processes();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    const { user, system } = process.cpuUsage();
    const sum = (pids: readonly number[]) => pids.reduce((total, pid) => total + processorMsOf(pid), 0);
    return {
      node: sum(node === undefined ? [] : [node]),
      pdf: sum(pdf),
      postgres: sum(rows.map(({ pid }) => pid)),
      client: (user + system) / 1000,
    };
  } finally {
    await client.end();
  }
}
