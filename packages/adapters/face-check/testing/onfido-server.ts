import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface OnfidoRun {
  readonly id: string;
  readonly applicant_id: string;
  readonly workflow_id: string;
  readonly customer_user_id: string;
  readonly custom_data: { readonly portrait_document_id: string };
  readonly link: { readonly completed_redirect_url: string; readonly language: string; readonly url: string };
  status: string;
  output: { readonly score?: number } | null;
}

export interface OnfidoServer {
  readonly api: string;
  readonly runs: Map<string, OnfidoRun>;
  /** The portraits that were sent, by document. */
  readonly documents: Map<string, string>;
  end(runId: string, status: string, output?: OnfidoRun['output']): void;
  /** What Onfido sends when a run ends. */
  event(runId: string): { readonly body: Buffer; readonly signature: string };
  close(): Promise<void>;
}

/** As much of Onfido's API 3.6 as a face check needs: it refuses what Onfido refuses. */
export async function startOnfidoServer(token: string, webhookToken: string): Promise<OnfidoServer> {
  const applicants = new Set<string>();
  const documents = new Map<string, string>();
  const runs = new Map<string, OnfidoRun>();

  async function answer(request: IncomingMessage): Promise<readonly [number, object]> {
    if (request.headers.authorization !== `Token token=${token}`) return refusal(401, 'authorization_error');
    const body = await buffer(request);
    const call = `${request.method} ${request.url}`;
    if (call === 'POST /v3.6/applicants') return createApplicant(JSON.parse(body.toString()));
    if (call === 'POST /v3.6/documents')
      return createDocument(await readForm(body, request.headers['content-type'] ?? ''));
    if (call === 'POST /v3.6/workflow_runs') return createRun(JSON.parse(body.toString()));
    const run = runs.get(decodeURIComponent(/^GET \/v3\.6\/workflow_runs\/(.+)$/.exec(call)?.[1] ?? ''));
    return run === undefined ? refusal(404, 'resource_not_found') : [200, run];
  }

  function createApplicant({ first_name, last_name }: Record<string, unknown>) {
    if (typeof first_name !== 'string' || typeof last_name !== 'string')
      return refusal(422, 'validation_error');
    const id = randomUUID();
    applicants.add(id);
    return [201, { id }] as const;
  }

  async function createDocument(form: FormData) {
    const file = form.get('file');
    const isKnown = applicants.has(String(form.get('applicant_id')));
    if (!isKnown || !(file instanceof Blob) || form.get('type') === null)
      return refusal(422, 'validation_error');
    const id = randomUUID();
    documents.set(id, await file.text());
    return [201, { id, file_type: file.type }] as const;
  }

  function createRun(body: Omit<OnfidoRun, 'id' | 'status' | 'output'>) {
    const isComplete =
      applicants.has(body.applicant_id) && documents.has(body.custom_data?.portrait_document_id);
    if (!isComplete || body.workflow_id === undefined) return refusal(422, 'validation_error');
    const id = randomUUID();
    const link = { ...body.link, url: `https://eu.onfido.app/l/${id}` };
    const run: OnfidoRun = { ...body, id, link, status: 'awaiting_input', output: null };
    runs.set(id, run);
    return [201, run] as const;
  }

  const server = createServer((request, response) => {
    answer(request).then(
      ([status, body]) => send(response, status, body),
      () => send(response, 400, { error: { type: 'bad_request' } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    api: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3.6`,
    ...{ runs, documents },
    end(runId, status, output = null) {
      const run = runs.get(runId);
      if (run !== undefined) Object.assign(run, { status, output });
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

function refusal(status: number, type: string) {
  return [status, { error: { type, message: type } }] as const;
}

function readForm(body: Buffer, contentType: string): Promise<FormData> {
  return new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
