import type { FieldValue, Language, SigningView } from '@countersign/signing';
import { WebError } from '../../../errors.ts';
import type { InkBody } from '../ink/ink-choice.ts';

/** Milliseconds: a signature has some 50 kB, for slow mobile connections. */
const REQUEST_TIMEOUT = 45_000;

interface Translated {
  /** That of the page, which is the document's and may not be the browser's. */
  readonly errorLanguage: Language;
}

interface SignatureBody extends Translated {
  /** Of a signee without a name. */
  readonly fullName?: string;
  readonly ink: InkBody;
  readonly values: readonly FieldValue[];
  readonly consent: true;
  /** As shown. */
  readonly consentText: string;
  /** Of the view. */
  readonly fileVersion?: string;
}

/** Client of the signing page. Every method rejects with `WebError`. */
export interface SigningClient {
  /** The address of the PDF with the fields and pages of the view. */
  documentUrl(view: SigningView): string;
  readonly sealedUrl: string;
  loadSession(): Promise<SigningView>;
  sendCode(errorLanguage: Language): Promise<SigningView>;
  checkCode(body: Translated & { readonly code: string }): Promise<SigningView>;
  sign(body: SignatureBody): Promise<SigningView>;
  decline(body: Translated & { readonly reason: string }): Promise<SigningView>;
}

/** `pagePath` is `/sign/:token`. */
export function createSigningClient(pagePath: string, send: typeof fetch): SigningClient {
  const base = pagePath.replace(/\/+$/, '');
  const post = (path: string, body: object) =>
    request(send, `${base}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    documentUrl: ({ fileVersion }) =>
      `${base}/document.pdf${fileVersion === null ? '' : `?version=${fileVersion}`}`,
    sealedUrl: `${base}/sealed.pdf`,
    loadSession: () => request(send, `${base}/session`, { cache: 'no-store' }),
    sendCode: (language) => request(send, `${base}/code?errorLanguage=${language}`, { method: 'POST' }),
    checkCode: (body) => post('code/check', body),
    sign: (body) => post('signature', body),
    decline: (body) => post('decline', body),
  };
}

async function request(send: typeof fetch, url: string, init: RequestInit): Promise<SigningView> {
  const response = await reach(send, url, init);
  const answer = await readJson(response);
  if (!response.ok) throw refusal(response.status, answer);
  if (!isSigningView(answer)) throw notUnderstood(response.status);
  return answer;
}

async function reach(send: typeof fetch, url: string, init: RequestInit): Promise<Response> {
  const headers = { accept: 'application/json', ...init.headers };
  try {
    return await send(url, { ...init, headers, signal: AbortSignal.timeout(REQUEST_TIMEOUT) });
  } catch (cause) {
    throw new WebError('service_unreachable', 'The service could not be reached.', {}, cause);
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    // A proxy may respond in HTML.
    if (response.status >= 500) throw new WebError('service_unreachable', 'The service is down.', {}, cause);
    throw notUnderstood(response.status, cause);
  }
}

function refusal(status: number, answer: unknown): WebError {
  if (!isRefusal(answer)) return notUnderstood(status);
  return new WebError('request_refused', answer.message, { status, errorCode: answer.errorCode });
}

function notUnderstood(status: number, cause?: unknown): WebError {
  return new WebError(
    'answer_not_understood',
    `The answer with status ${status} has no known shape.`,
    {},
    cause,
  );
}

function isRefusal(answer: unknown): answer is { readonly message: string; readonly errorCode: string } {
  if (typeof answer !== 'object' || answer === null) return false;
  const { message, errorCode } = answer as Record<string, unknown>;
  return typeof message === 'string' && typeof errorCode === 'string';
}

function isSigningView(answer: unknown): answer is SigningView {
  return typeof answer === 'object' && answer !== null && 'documentId' in answer && 'signee' in answer;
}
