import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FaceCheckProvider, FaceCheckResult, Language } from '@countersign/signing';
import { Agent, FormData, request as sendRequest } from 'undici';
import { z } from 'zod';
import { AdapterError } from '../errors.ts';
import { sendInTime } from '../safe-fetch/bounded-answer.ts';

/** In the European Union. */
const ONFIDO_API = 'https://api.eu.onfido.com/v3.6';
const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 256 * 1024;
const LOCALES: Readonly<Record<Language, string>> = { en: 'en_US', sv: 'sv_SE', es: 'es_ES' };

export interface OnfidoOptions {
  readonly token: string;
  /** A workflow that takes a live picture of the face and compares it with the document `portrait_document_id` of its input. */
  readonly workflowId: string;
  readonly webhookToken: string;
  /** How alike the faces have to be, 0 to 1, if the workflow has `score` in its output. */
  readonly minScore: number;
  readonly api?: string | undefined;
}

export interface OnfidoFaceCheck extends FaceCheckProvider {
  /** The reference of the check that an event is about; null for other events. `forged` if the signature is wrong. */
  readEvent(body: Uint8Array, signature: string): Promise<string | null | 'forged'>;
}

const created = z.object({ id: z.string().min(1).max(200) });
const startedRun = created.extend({ link: z.object({ url: z.url({ protocol: /^https?$/ }) }) });
const run = z.object({
  status: z.enum(['processing', 'awaiting_input', 'approved', 'declined', 'review', 'abandoned', 'error']),
  customer_user_id: z.string().nullish(),
  output: z.object({ score: z.number().min(0).max(1).nullish() }).nullish(),
});
type Run = z.infer<typeof run>;

const event = z.object({
  payload: z.object({ resource_type: z.string(), object: z.object({ id: z.string().min(1).max(200) }) }),
});

/**
 * Workflow runs of Onfido's API 3.6: an applicant, the portrait as a document, and a run with a hosted page. The applicant has no
 * name, since only the faces are compared. Events only say which run to ask for, so that a repeated one changes nothing.
 */
export function createOnfidoFaceCheck(options: OnfidoOptions): OnfidoFaceCheck {
  const { token, workflowId, webhookToken, minScore, api = ONFIDO_API } = options;
  const dispatcher = new Agent({ pipelining: 0 });

  async function call<T>(schema: z.ZodType<T>, path: string, body: object | FormData | null): Promise<T> {
    const method = body === null ? ('GET' as const) : ('POST' as const);
    const isForm = body === null || body instanceof FormData;
    const headers = {
      authorization: `Token token=${token}`,
      accept: 'application/json',
      ...(isForm ? {} : { 'content-type': 'application/json' }),
    };
    const url = `${api}${path}`;
    const limits = { url, method, headers, timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES };
    const content = isForm ? body : JSON.stringify(body);
    const answer = await sendInTime(limits, (signal) =>
      sendRequest(url, { method, headers, body: content, dispatcher, signal }),
    );
    if (answer.status >= 300) throw new AdapterError('provider_failed', { status: answer.status });
    const parsed = schema.safeParse(parseJson(Buffer.from(answer.body).toString('utf8')));
    if (!parsed.success) throw new AdapterError('answer_not_usable');
    return parsed.data;
  }

  const findRun = (runId: string) => call(run, `/workflow_runs/${encodeURIComponent(runId)}`, null);

  return {
    name: 'Onfido',
    isSandbox: false,
    async start({ reference, portrait, returnUrl, language }) {
      const applicant = await call(created, '/applicants', {
        first_name: 'Signee',
        last_name: 'Countersign',
      });
      const document = await call(created, '/documents', portraitForm(applicant.id, portrait));
      const { id, link } = await call(startedRun, '/workflow_runs', {
        applicant_id: applicant.id,
        workflow_id: workflowId,
        customer_user_id: reference,
        custom_data: { portrait_document_id: document.id },
        link: { completed_redirect_url: returnUrl, language: LOCALES[language] },
      });
      return { sessionId: id, url: link.url };
    },
    fetch: async (sessionId) => readRun(await findRun(sessionId), minScore),
    async readEvent(body, signature) {
      if (!isSigned(body, signature, webhookToken)) return 'forged';
      const parsed = event.safeParse(parseJson(Buffer.from(body).toString('utf8')));
      if (!parsed.success || parsed.data.payload.resource_type !== 'workflow_run') return null;
      return (await findRun(parsed.data.payload.object.id)).customer_user_id ?? null;
    },
  };
}

function portraitForm(applicantId: string, portrait: Uint8Array): FormData {
  const form = new FormData();
  form.append('applicant_id', applicantId);
  form.append('type', 'unknown');
  form.append('file', new Blob([Buffer.from(portrait)], { type: 'image/jpeg' }), 'portrait.jpg');
  return form;
}

/** `review`: a person at Onfido or at the operator's decides. */
function readRun({ status, output }: Run, minScore: number): FaceCheckResult {
  const score = output?.score ?? null;
  switch (status) {
    case 'processing':
    case 'awaiting_input':
    case 'review':
      return { status: 'pending' };
    case 'approved':
      if (score !== null && score < minScore) return { status: 'failed', reason: 'face_not_matched' };
      return { status: 'passed', score };
    case 'declined':
      return { status: 'failed', reason: 'face_not_matched' };
    case 'abandoned':
      return { status: 'failed', reason: 'cancelled' };
    case 'error':
      return { status: 'failed', reason: 'provider_failed' };
  }
}

/** `X-SHA2-Signature`: HMAC of the body, in hex. */
function isSigned(body: Uint8Array, signature: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
