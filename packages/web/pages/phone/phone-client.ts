import type { Language, PhoneView } from '@countersign/signing';
import { notUnderstood, requestJson } from '../requests/request-json.ts';
import { isProofView } from '../sign/proofs/proof-client.ts';
import type { PackedPictures } from '../sign/proofs/scan/scan-steps.tsx';

/** Every method rejects with `WebError`. */
export interface PhoneClient {
  claim(code: string): Promise<PhoneView>;
  get(): Promise<PhoneView>;
  answer(input: Readonly<Record<string, unknown>>): Promise<PhoneView>;
  sendFile(pictures: PackedPictures): Promise<PhoneView>;
}

/** `base` is the path of the page; the browser adds the cookie. */
export function createPhoneClient(base: string, language: Language, send: typeof fetch): PhoneClient {
  const request = async (path: string, init: RequestInit): Promise<PhoneView> => {
    const answer = await requestJson(send, `${base}${path}`, { cache: 'no-store', ...init });
    if (!isPhoneView(answer)) throw notUnderstood(200);
    return answer;
  };
  const post = (path: string, body: object) =>
    request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, errorLanguage: language }),
    });
  return {
    claim: (code) => post('/session', { code }),
    get: () => request(`/session?errorLanguage=${language}`, {}),
    answer: (input) => post('/proof', { input }),
    sendFile({ file, name, part }) {
      const body = new FormData();
      body.append('errorLanguage', language);
      body.append('file', file, name);
      return request(`/files?part=${encodeURIComponent(part)}`, { method: 'POST', body });
    },
  };
}

function isPhoneView(answer: unknown): answer is PhoneView {
  return typeof answer === 'object' && answer !== null && 'proof' in answer && isProofView(answer.proof);
}
