/** PGlite blocks its thread. This one sends `null` once the database is open. */
import { parentPort, workerData } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { openPglite } from './embedded.ts';
import type { ThreadFault, ThreadReply, ThreadRequest, ThreadResult } from './pglite-client.ts';

if (parentPort === null) throw new Error('pglite-thread runs as a worker thread only');
const port = parentPort;
const pglite = await openPglite((workerData as { readonly dataDir: string }).dataDir);

port.on('message', async (request: ThreadRequest) => {
  port.postMessage(await answer(request));
  if (request.kind === 'close') port.close();
});
port.postMessage(null);

async function answer(request: ThreadRequest): Promise<ThreadReply> {
  try {
    return { id: request.id, result: await run(pglite, request) };
  } catch (error) {
    return { id: request.id, fault: describeFault(error) };
  }
}

async function run(database: PGlite, request: ThreadRequest): Promise<ThreadResult> {
  if (request.kind === 'query') return runQuery(database, request);
  if (request.kind === 'script') return runScript(database, request.text);
  await database.close();
  return { rows: [], affectedRows: 0 };
}

async function runQuery(database: PGlite, request: ThreadRequest): Promise<ThreadResult> {
  const { rows, affectedRows } = await database.query(request.text, [...request.values]);
  return { rows, affectedRows: affectedRows ?? 0 };
}

async function runScript(database: PGlite, text: string): Promise<ThreadResult> {
  const results = await database.exec(text);
  return { rows: results.flatMap(({ rows }) => rows), affectedRows: 0 };
}

function describeFault(error: unknown): ThreadFault {
  const { message, code, detail, constraint, table } = error as ThreadFault;
  return Object.fromEntries(
    Object.entries({ message, code, detail, constraint, table }).filter(([, value]) => value !== undefined),
  ) as unknown as ThreadFault;
}
