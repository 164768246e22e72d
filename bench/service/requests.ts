import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { deserialize } from 'node:v8';
import { median } from '../take-turns.ts';
import { type BareRoute, startBare } from './bare-process.ts';
import type { ServiceProcess } from './service-process.ts';
import { p95, type ServiceRow, timeBoth } from './service-row.ts';
import { findNewIds, type Statement } from './statement.ts';

/** Recordings of one request; the shortest has no statement of the service's own housekeeping. */
const RECORDINGS = 3;
/** Statements of one recording that is not used up by warming up. */
const WARM_UP = 20;
const TOKEN_ROW = 'service/token';

interface Request {
  readonly id: string;
  readonly title: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly measure: (times: readonly number[]) => number;
}

/** Compares requests with bare fastify routes that send the same SQL through the same driver. */
export async function benchRequests(
  service: ServiceProcess,
  {
    databaseUrl,
    fileId,
    only,
    runs,
  }: {
    readonly databaseUrl: string;
    readonly fileId: string;
    /** Prefix of the row ids. */
    readonly only: string;
    readonly runs: number;
  },
): Promise<ServiceRow[]> {
  const body = {
    fileId,
    name: 'Contract',
    signeeDetails: [{ fullName: 'Ada', emailAddress: 'ada@example.com', signaturePlacement: 'new_page' }],
  };
  const { documentId } = await service.post<{ documentId: string }>('/v1/docs', body);
  for (let count = 1; count < 50; count += 1) await service.post('/v1/docs', body);
  const get: Request = {
    id: 'service/get',
    title: 'GET /v1/docs/{documentId}, median',
    method: 'GET',
    path: `/v1/docs/${documentId}`,
    measure: median,
  };
  const all: readonly Request[] = [
    get,
    {
      id: 'service/list',
      title: 'GET /v1/docs, 50 documents, median',
      method: 'GET',
      path: '/v1/docs?limit=50',
      measure: median,
    },
    { id: 'service/post', title: 'POST /v1/docs, p95', method: 'POST', path: '/v1/docs', body, measure: p95 },
  ];
  const requests = all.filter(({ id }) => id.startsWith(only));
  const routes: BareRoute[] = [];
  for (const [index, request] of requests.entries()) {
    routes.push({ ...(await record(service, request)), method: request.method, path: `/${index}` });
  }
  await using bare = await startBare({ databaseUrl, routes });
  const rows: ServiceRow[] = [];
  for (const [index, request] of requests.entries()) {
    const ours = () => send(service.baseUrl + request.path, request, service.headers);
    const floor = () => send(`${bare.url}/${index}`, request, {});
    await timeBoth(WARM_UP, ours, floor);
    const times = await timeBoth(runs, ours, floor);
    const { id, title, measure } = request;
    rows.push({ id, title, unit: 'ms', ours: measure(times.ours), floor: measure(times.floor) });
  }
  if (TOKEN_ROW.startsWith(only)) rows.push(await benchTokenCheck(service, get, runs));
  return rows;
}

/** The same request twice in the same service; the floor is counted only, its token is in memory. */
async function benchTokenCheck(service: ServiceProcess, request: Request, runs: number): Promise<ServiceRow> {
  const token = await service.obtainToken();
  service.child.send(`remember ${createHash('sha256').update(token).digest('hex')}`);
  const url = service.baseUrl + request.path;
  const ours = () => send(url, request, service.headers);
  const floor = () => send(url, request, { authorization: `Bearer ${token}` });
  await timeBoth(WARM_UP, ours, floor);
  const times = await timeBoth(runs, ours, floor);
  return {
    ...{ id: TOKEN_ROW, title: 'GET /v1/docs/{documentId} against the same with a remembered token' },
    ...{ unit: 'ms', ours: median(times.ours), floor: median(times.floor) },
  };
}

async function send(
  url: string,
  { method, body }: Request,
  headers: Record<string, string>,
): Promise<unknown> {
  const answer = await fetch(
    url,
    body === undefined
      ? { headers }
      : { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) },
  );
  const json: unknown = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${url}: ${JSON.stringify(json)}`);
  return json;
}

async function record(
  service: ServiceProcess,
  request: Request,
): Promise<Pick<BareRoute, 'statements' | 'newIds' | 'answer'>> {
  const recordings: (readonly Statement[])[] = [];
  let answer: unknown;
  for (let count = 0; count < RECORDINGS; count += 1) {
    service.child.send('begin');
    answer = await send(service.baseUrl + request.path, request, service.headers);
    const ended = once(service.child, 'message');
    service.child.send('end');
    const [message] = await ended;
    recordings.push(deserialize(Buffer.from(message, 'base64')));
  }
  const [shortest = [], other = []] = recordings.toSorted((a, b) => a.length - b.length);
  return { statements: shortest, newIds: findNewIds(shortest, other), answer };
}
