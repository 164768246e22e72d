import type { FileVerification, Language } from '@countersign/signing';
import { notUnderstood, requestJson } from '../../requests/request-json.ts';

/** 50 MB over a slow connection, and verification. */
const REQUEST_TIMEOUT = 300_000;

export interface VerificationClient {
  /** Rejects with `WebError`. Calls are independent. */
  verify(file: Blob, name: string): Promise<FileVerification>;
}

/** Refusals are in `language`. */
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
      const answer = await requestJson(send, pagePath, { method: 'POST', body, timeout: REQUEST_TIMEOUT });
      if (!isVerification(answer)) throw notUnderstood(200);
      return answer;
    },
  };
}

function isVerification(answer: unknown): answer is FileVerification {
  return typeof answer === 'object' && answer !== null && 'state' in answer && 'signatures' in answer;
}
