import type { FileVerification, Language } from '@countersign/signing';
import { WebError } from '../../../errors.ts';

/** Milliseconds: 50 MB over a slow connection, and verification. */
const REQUEST_TIMEOUT = 300_000;

export interface VerificationClient {
  /** Rejects with `WebError`. Calls are independent. */
  verify(file: Blob, name: string): Promise<FileVerification>;
}

/** `pagePath` is the path of the page; refusals are in `language`. */
export function createVerificationClient(
  pagePath: string,
  language: Language,
  send: typeof fetch,
): VerificationClient {
  return {
    async verify(file, name) {
      const body = new FormData();
      body.append('errorLanguage', language);
      body.append('file', file, name);
      const response = await reach(send, pagePath, body);
      const answer = await readJson(response);
      if (!response.ok) throw refusal(response.status, answer);
      if (!isVerification(answer)) throw notUnderstood(response.status);
      return answer;
    },
  };
}

async function reach(send: typeof fetch, url: string, body: FormData): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT);
    return await send(url, { method: 'POST', headers: { accept: 'application/json' }, body, signal });
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
  const { message, errorCode } = Object(answer) as Record<string, unknown>;
  if (typeof message !== 'string' || typeof errorCode !== 'string') return notUnderstood(status);
  return new WebError('request_refused', message, { status, errorCode });
}

function notUnderstood(status: number, cause?: unknown): WebError {
  const message = `The answer with status ${status} has no known shape.`;
  return new WebError('answer_not_understood', message, {}, cause);
}

function isVerification(answer: unknown): answer is FileVerification {
  return typeof answer === 'object' && answer !== null && 'state' in answer && 'signatures' in answer;
}
