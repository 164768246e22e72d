import { createHmac } from 'node:crypto';
import { isSameSecret } from '@countersign/base';
import type { Language } from '@countersign/base/locale';
import { z } from 'zod';
import { AdapterError, parseJson } from '../errors.ts';
import { OutgoingAgent, sendInTime } from '../safe-fetch/safe-fetch.ts';

const ONFIDO_API = 'https://api.eu.onfido.com/v3.6';
const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 256 * 1024;
/** Onfido takes 10 MB at most. */
const MAX_PICTURE_BYTES = 12 * 1024 * 1024;
/** These are languages of Onfido and of ours; in others, the browser's language counts. */
const LOCALES: Readonly<Partial<Record<Language, string>>> = { en: 'en_US', es: 'es_ES' };
const PENDING_SECONDS = 30;

export interface OnfidoOptions {
  readonly token: string;
  readonly webhookToken: string;
  /** The address of another region's API. */
  readonly api?: string | undefined;
}

interface RunRequest {
  readonly applicantId: string;
  readonly workflowId: string;
  /** The reference comes back with the run. */
  readonly reference: string;
  readonly input?: Readonly<Record<string, string>>;
  readonly returnUrl: string;
  readonly language: Language;
}

export interface OnfidoClient {
  /** Resolves with the id. The applicant has no name, because nothing is to be compared with it. */
  createApplicant(): Promise<string>;
  /** Resolves with the id. */
  uploadPicture(applicantId: string, jpeg: Uint8Array): Promise<string>;
  startRun(request: RunRequest): Promise<{ readonly sessionId: string; readonly url: string }>;
  findRun(runId: string): Promise<OnfidoRun>;
  findLastTask<T>(
    runId: string,
    isKind: (taskKind: string) => boolean,
    schema: z.ZodType<T>,
  ): Promise<T | null>;
  findDocument(documentId: string): Promise<{ readonly side: 'front' | 'back' }>;
  downloadDocument(documentId: string): Promise<Uint8Array>;
  /** Returns the reference of the event's run; null for other events. */
  readEvent(body: Uint8Array, signature: string): Promise<string | null | 'forged'>;
  /** Rejects if Onfido refuses the token, too. */
  checkHealth(): Promise<void>;
  close(): Promise<void>;
}

const id = z.string().min(1).max(200);
const created = z.object({ id });
const startedRun = created.extend({ link: z.object({ url: z.url({ protocol: /^https?$/ }) }) });
const run = z.object({
  status: z.enum([
    ...['processing', 'awaiting_input', 'awaiting_client_input', 'review'],
    ...['approved', 'declined', 'abandoned', 'error'],
  ] as const),
  customer_user_id: z.string().nullish(),
  output: z.object({ score: z.number().min(0).max(1).nullish() }).nullish(),
});
export type OnfidoRun = z.infer<typeof run>;

const tasks = z.array(created.extend({ task_def_id: z.string() }));
const storedDocument = z.object({ side: z.enum(['front', 'back']).nullish() });
const event = z.object({ payload: z.object({ resource_type: z.string(), object: created }) });

/**
 * Creates a client of API 3.6. Its methods reject with `provider_failed`, `provider_busy`,
 * `answer_not_usable` or `timed_out`.
 */
export function createOnfidoClient({ token, webhookToken, api = ONFIDO_API }: OnfidoOptions): OnfidoClient {
  const agent = new OutgoingAgent({ pipelining: 0 });

  async function send(path: string, body: object | null, maxBytes: number): Promise<Buffer> {
    const method = body === null ? ('GET' as const) : ('POST' as const);
    const content = body === null ? null : encode(body);
    const headers = {
      authorization: `Token token=${token}`,
      ...(content && { 'content-type': content.headers.get('content-type') ?? '' }),
    };
    const url = `${api}${path}`;
    const bytes = content && Buffer.from(await content.arrayBuffer());
    const answer = await sendInTime({ url, method, headers, timeoutMs: TIMEOUT_MS, maxBytes }, (signal) =>
      agent.request(url, { method, headers, body: bytes, signal }),
    );
    if (answer.status === 429) throw new AdapterError('provider_busy', { seconds: PENDING_SECONDS });
    if (answer.status >= 300) throw new AdapterError('provider_failed', { status: answer.status });
    return Buffer.from(answer.body);
  }

  async function call<T>(schema: z.ZodType<T>, path: string, body: object | null = null): Promise<T> {
    const parsed = schema.safeParse(parseJson(await send(path, body, MAX_ANSWER_BYTES)));
    if (!parsed.success) throw new AdapterError('answer_not_usable');
    return parsed.data;
  }

  const findRun = (runId: string) => call(run, `/workflow_runs/${encodeURIComponent(runId)}`);

  return {
    async createApplicant() {
      const names = { first_name: 'Signee', last_name: 'Countersign' };
      return (await call(created, '/applicants', names)).id;
    },
    uploadPicture: async (applicantId, jpeg) =>
      (await call(created, '/documents', pictureForm(applicantId, jpeg))).id,
    async startRun({ applicantId, workflowId, reference, input, returnUrl, language }) {
      const locale = LOCALES[language];
      const started = await call(startedRun, '/workflow_runs', {
        applicant_id: applicantId,
        workflow_id: workflowId,
        customer_user_id: reference,
        custom_data: input,
        link: {
          completed_redirect_url: returnUrl,
          expired_redirect_url: returnUrl,
          ...(locale && { language: locale }),
        },
      });
      return { sessionId: started.id, url: started.link.url };
    },
    findRun,
    async findLastTask(runId, isKind, schema) {
      const path = `/workflow_runs/${encodeURIComponent(runId)}/tasks`;
      const last = (await call(tasks, path)).findLast(({ task_def_id: kind }) => isKind(kind));
      return last === undefined ? null : call(schema, `${path}/${encodeURIComponent(last.id)}`);
    },
    async findDocument(documentId) {
      const { side } = await call(storedDocument, `/documents/${encodeURIComponent(documentId)}`);
      return { side: side ?? 'front' };
    },
    downloadDocument: (documentId) =>
      send(`/documents/${encodeURIComponent(documentId)}/download`, null, MAX_PICTURE_BYTES),
    async readEvent(body, signature) {
      if (!isSigned(body, signature, webhookToken)) return 'forged';
      const parsed = event.safeParse(parseJson(body));
      if (!parsed.success || parsed.data.payload.resource_type !== 'workflow_run') return null;
      return (await findRun(parsed.data.payload.object.id)).customer_user_id ?? null;
    },
    checkHealth: async () => void (await send('/ping', null, MAX_ANSWER_BYTES)),
    close: () => agent.close(),
  };
}

/** The body has its media type, because undici accepts no form of the global class. */
function encode(body: object): Response {
  return body instanceof FormData ? new Response(body) : Response.json(body);
}

function pictureForm(applicantId: string, jpeg: Uint8Array): FormData {
  const form = new FormData();
  form.append('applicant_id', applicantId);
  form.append('type', 'unknown');
  form.append('file', new Blob([Buffer.from(jpeg)], { type: 'image/jpeg' }), 'portrait.jpg');
  return form;
}

/** Verifies `X-SHA2-Signature`, an HMAC of the body in hex. */
function isSigned(body: Uint8Array, signature: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest();
  return isSameSecret(Buffer.from(signature, 'hex'), expected);
}
