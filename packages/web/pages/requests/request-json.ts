import { WebError } from '../../errors.ts';

/** Requests without a file have this time, on slow mobile connections. */
const REQUEST_TIMEOUT = 45_000;

/** The service has refused this member. */
export interface RefusedMember {
  readonly path: string;
  readonly message: string;
}

/** The message is in the language of the page. */
export class RequestRefused extends WebError {
  readonly status: number;
  readonly errorCode: string;
  readonly details: readonly RefusedMember[];

  constructor(status: number, { message, errorCode, details = [] }: RefusalBody) {
    super('request_refused', message, { status, errorCode });
    this.name = 'RequestRefused';
    this.status = status;
    this.errorCode = errorCode;
    this.details = details;
  }
}

interface RefusalBody {
  readonly message: string;
  readonly errorCode: string;
  readonly details?: readonly RefusedMember[] | undefined;
}

/** Resolves with undefined for a response without a body. Rejects with `WebError`. */
export async function requestJson(
  send: typeof fetch,
  url: string,
  init: RequestInit & { readonly timeout?: number } = {},
): Promise<unknown> {
  return (await requestAnswer(send, url, init)).body;
}

/** Returns the headers too. The body is undefined for 304. */
export async function requestAnswer(
  send: typeof fetch,
  url: string,
  init: RequestInit & { readonly timeout?: number } = {},
): Promise<{ readonly body: unknown; readonly headers: Headers }> {
  const response = await reach(send, url, init);
  const { headers } = response;
  if (response.status === 304) return { body: undefined, headers };
  const body = await readJson(response);
  if (!response.ok) throw refusalOf(response.status, body);
  return { body, headers };
}

/** Describes an answer that is not a success. */
export function refusalOf(status: number, answer: unknown): WebError {
  return isRefusal(answer) ? new RequestRefused(status, answer) : notUnderstood(status);
}

/** The answer lacks the expected members. */
export function notUnderstood(status: number, cause?: unknown): WebError {
  const message = `The answer with status ${status} has no known shape.`;
  return new WebError('answer_not_understood', message, {}, cause);
}

export function unreachable(cause?: unknown): WebError {
  return new WebError('service_unreachable', 'The service could not be reached.', {}, cause);
}

async function reach(
  send: typeof fetch,
  url: string,
  { timeout = REQUEST_TIMEOUT, ...init }: RequestInit & { readonly timeout?: number },
): Promise<Response> {
  const headers = { accept: 'application/json', ...init.headers };
  try {
    return await send(url, { ...init, headers, signal: AbortSignal.timeout(timeout) });
  } catch (cause) {
    throw unreachable(cause);
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    const text = await response.text();
    return text === '' && response.ok ? undefined : JSON.parse(text);
  } catch (cause) {
    // A proxy has answered.
    if (response.status >= 500) throw unreachable(cause);
    throw notUnderstood(response.status, cause);
  }
}

function isRefusal(answer: unknown): answer is RefusalBody {
  if (typeof answer !== 'object' || answer === null) return false;
  const { message, errorCode } = answer as Record<string, unknown>;
  return typeof message === 'string' && typeof errorCode === 'string';
}
