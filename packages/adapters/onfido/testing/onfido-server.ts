import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { PhotographedDocument } from './photographed-document.ts';
import { listTasks, renderPage } from './run-page.ts';

interface OnfidoRun {
  readonly id: string;
  readonly applicant_id: string;
  readonly workflow_id: string;
  readonly customer_user_id: string;
  readonly custom_data?: { readonly portrait_document_id: string };
  readonly link: {
    readonly completed_redirect_url: string;
    readonly expired_redirect_url: string;
    readonly language?: string;
    readonly url: string;
  };
  status: string;
  output: { readonly score?: number } | null;
  /** Oldest first. */
  readonly photographed: PhotographedDocument[];
}

export interface OnfidoServer {
  readonly api: string;
  readonly runs: Map<string, OnfidoRun>;
  /** By document. */
  readonly documents: Map<string, Buffer>;
  end(runId: string, status: string, output?: OnfidoRun['output']): void;
  /** The workflow ends with `status`. */
  photograph(runId: string, document: PhotographedDocument, status: string): void;
  /** The workflow ends with `status`. */
  expectDocument(document: PhotographedDocument, status: string): void;
  /** Every call, until 0. */
  refuseWith(status: number): void;
  /** When a run ends. */
  event(runId: string): { readonly body: Buffer; readonly signature: string };
  close(): Promise<void>;
}

/** Of the OpenAPI description: link.language. */
const LANGUAGES = ['en_US', 'de_DE', 'es_ES', 'fr_FR', 'it_IT', 'pt_PT', 'nl_NL'];

type Answer = readonly [status: number, body: object | Buffer];

/** As much of API 3.6 as a scan and a face check need: it refuses what Onfido refuses. */
export async function startOnfidoServer(token: string, webhookToken: string): Promise<OnfidoServer> {
  const applicants = new Set<string>();
  const documents = new Map<string, Buffer>();
  const sides = new Map<string, string>();
  const runs = new Map<string, OnfidoRun>();
  let refusing = 0;
  let expected: readonly [PhotographedDocument, string] | undefined;

  async function answer(request: IncomingMessage): Promise<Answer> {
    if (request.headers.authorization !== `Token token=${token}`) return refusal(401, 'authorization_error');
    if (refusing !== 0) return refusal(refusing, refusing === 429 ? 'rate_limit' : 'internal_server_error');
    const body = await buffer(request);
    const call = `${request.method} ${request.url?.replace('/v3.6', '')}`;
    if (call === 'GET /ping') return [200, Buffer.from('OK')];
    if (call === 'POST /applicants') return createApplicant(JSON.parse(body.toString()));
    if (call === 'POST /documents')
      return createDocument(await readForm(body, request.headers['content-type'] ?? ''));
    if (call === 'POST /workflow_runs') return createRun(JSON.parse(body.toString()));
    return findResource(call) ?? refusal(404, 'resource_not_found');
  }

  function findResource(call: string): Answer | undefined {
    const [, kind, id = '', part, taskId] =
      /^GET \/(documents|workflow_runs)\/([^/]+)(?:\/(download|tasks)(?:\/([^/]+))?)?$/.exec(call) ?? [];
    if (kind === 'documents') {
      const picture = documents.get(id);
      if (picture === undefined) return undefined;
      return [200, part === 'download' ? picture : { id, side: sides.get(id) ?? null }];
    }
    const run = runs.get(decodeURIComponent(id));
    if (run === undefined || part === undefined) return run && [200, { ...run, photographed: undefined }];
    const tasks = listTasks(run.photographed);
    if (taskId === undefined)
      return [200, tasks.map(({ id: task, task_def_id }) => ({ id: task, task_def_id }))];
    const task = tasks.find((one) => one.id === taskId);
    return task && [200, task];
  }

  function createApplicant({ first_name, last_name }: Record<string, unknown>): Answer {
    if (typeof first_name !== 'string' || typeof last_name !== 'string')
      return refusal(422, 'validation_error');
    const id = randomUUID();
    applicants.add(id);
    return [201, { id }];
  }

  async function createDocument(form: FormData): Promise<Answer> {
    const file = form.get('file');
    const isKnown = applicants.has(String(form.get('applicant_id')));
    if (!isKnown || !(file instanceof Blob) || form.get('type') === null)
      return refusal(422, 'validation_error');
    const id = randomUUID();
    documents.set(id, Buffer.from(await file.arrayBuffer()));
    return [201, { id, file_type: file.type }];
  }

  function createRun(body: Omit<OnfidoRun, 'id' | 'status' | 'output'>): Answer {
    const { custom_data: input, link } = body;
    const isComplete =
      applicants.has(body.applicant_id) &&
      (input === undefined || documents.has(input.portrait_document_id)) &&
      (link.language === undefined || LANGUAGES.includes(link.language));
    if (!isComplete || body.workflow_id === undefined) return refusal(422, 'validation_error');
    const id = randomUUID();
    const run: OnfidoRun = {
      ...body,
      id,
      link: { ...link, url: `${origin}/l/${id}` },
      ...{ status: 'awaiting_input', output: null, photographed: [] },
    };
    runs.set(id, run);
    return [201, run];
  }

  function photograph(runId: string, { pictures, ...document }: PhotographedDocument, status: string): void {
    const run = runs.get(runId);
    if (run === undefined) return;
    const taken = Object.entries(pictures).map(([side, picture]) => {
      const id = randomUUID();
      documents.set(id, picture);
      sides.set(id, side);
      return id;
    });
    run.photographed.push({ ...document, pictures, ids: taken });
    run.status = status;
  }

  /** For people. */
  function openPage({ method, url = '' }: IncomingMessage, response: ServerResponse): void {
    const run = runs.get(url.slice('/l/'.length));
    const isOver = run?.status !== 'awaiting_input';
    if (run === undefined) send(response, 404, { error: { type: 'resource_not_found' } });
    else if (isOver) redirect(response, run.link.expired_redirect_url);
    else if (method === 'GET') response.writeHead(200, { 'content-type': 'text/html' }).end(renderPage());
    else {
      if (expected !== undefined) photograph(run.id, ...expected);
      redirect(response, run.link.completed_redirect_url);
    }
  }

  const server = createServer((request, response) => {
    if (request.url?.startsWith('/l/')) return openPage(request, response);
    answer(request).then(
      ([status, body]) => send(response, status, body),
      () => send(response, 400, { error: { type: 'bad_request' } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    api: `${origin}/v3.6`,
    ...{ runs, documents, photograph },
    end(runId, status, output = null) {
      const run = runs.get(runId);
      if (run !== undefined) Object.assign(run, { status, output });
    },
    expectDocument: (...document) => {
      expected = document;
    },
    refuseWith: (status) => {
      refusing = status;
    },
    event(runId) {
      const payload = {
        resource_type: 'workflow_run',
        action: 'workflow_run.completed',
        object: { id: runId, status: runs.get(runId)?.status },
      };
      const body = Buffer.from(JSON.stringify({ payload }));
      return { body, signature: createHmac('sha256', webhookToken).update(body).digest('hex') };
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function refusal(status: number, type: string): Answer {
  return [status, { error: { type, message: type } }];
}

function readForm(body: Buffer, contentType: string): Promise<FormData> {
  return new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
}

function send(response: ServerResponse, status: number, body: object | Buffer): void {
  if (Buffer.isBuffer(body)) response.writeHead(status).end(body);
  else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** The browser then asks by GET. */
function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location }).end();
}
