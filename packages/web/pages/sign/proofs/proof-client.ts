import type { Language } from '@countersign/base/locale';
import type { ProofKind, ProofView } from '@countersign/signing';
import { WebError } from '../../../errors.ts';
import { notUnderstood, requestJson } from '../../requests/request-json.ts';
import { isStaleSession } from '../session/session-failure.ts';

type Input = Readonly<Record<string, unknown>>;

/** Every method rejects with `WebError`. */
export interface ProofClient {
  start(kind: ProofKind, field: string | null, input?: Input): Promise<ProofView>;
  get(proofId: string): Promise<ProofView>;
  answer(proofId: string, input: Input): Promise<ProofView>;
  sendFile(
    proofId: string,
    file: Blob,
    options: { readonly name: string; readonly part?: string },
  ): Promise<ProofView>;
  cancel(proofId: string): Promise<ProofView>;
  /** `url` is the content of the QR code. */
  handOver(proofId: string): Promise<{ readonly url: string; readonly proof: ProofView }>;
}

/**
 * `base` is `/sign/:token`. `onStale` is called when there is nothing left to prove, as the document was signed or
 * has ended.
 */
export function createProofClient(
  base: string,
  send: typeof fetch,
  language: Language,
  onStale: () => void = () => undefined,
): ProofClient {
  const ask = async (path: string, init: RequestInit): Promise<unknown> => {
    try {
      return await requestJson(send, `${base}/proofs${path}`, { cache: 'no-store', ...init });
    } catch (error) {
      if (isStaleSession(error)) onStale();
      throw error;
    }
  };
  const request = async (path: string, init: RequestInit): Promise<ProofView> => {
    const answer = await ask(path, init);
    if (!isProofView(answer)) throw new WebError('answer_not_understood', 'The answer has no known shape.');
    return answer;
  };
  const post = (path: string, body: object) =>
    request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, errorLanguage: language }),
    });
  const translated = `errorLanguage=${language}`;
  return {
    start: (kind, field, input = {}) => post('', { kind, field: field ?? undefined, input }),
    get: (proofId) => request(`/${proofId}?${translated}`, {}),
    answer: (proofId, input) => post(`/${proofId}`, { input }),
    sendFile: (proofId, file, { name, part = '' }) => {
      const body = new FormData();
      body.append('errorLanguage', language);
      body.append('file', file, name);
      return request(`/${proofId}/files?part=${encodeURIComponent(part)}`, { method: 'POST', body });
    },
    cancel: (proofId) => request(`/${proofId}?${translated}`, { method: 'DELETE' }),
    async handOver(proofId) {
      const answer = await ask(`/${proofId}/handover?${translated}`, { method: 'POST' });
      if (!isOffer(answer)) throw notUnderstood(201);
      return answer;
    },
  };
}

function isOffer(answer: unknown): answer is { readonly url: string; readonly proof: ProofView } {
  return typeof answer === 'object' && answer !== null && 'url' in answer && 'proof' in answer;
}

export function isProofView(answer: unknown): answer is ProofView {
  return typeof answer === 'object' && answer !== null && 'proofId' in answer && 'status' in answer;
}
