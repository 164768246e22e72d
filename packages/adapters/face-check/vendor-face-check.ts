import type { FaceCheckProvider, FaceCheckResult } from '@countersign/signing';
import { Agent, request as sendRequest } from 'undici';
import { z } from 'zod';
import { AdapterError } from '../errors.ts';
import { sendInTime } from '../safe-fetch/bounded-answer.ts';

const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 64 * 1024;

export interface VendorSettings {
  /** Shown in the evidence. */
  readonly name: string;
  /** Without a trailing slash. */
  readonly url: string;
  readonly token: string;
  /** How alike the faces have to be, 0 to 1. */
  readonly minScore: number;
}

const started = z.object({ sessionId: z.string().min(1).max(200), url: z.url({ protocol: /^https?$/ }) });
const result = z.object({
  status: z.enum(['pending', 'completed', 'cancelled']),
  isLive: z.boolean().default(false),
  score: z.number().min(0).max(1).default(0),
});

/**
 * A vendor's sessions: `POST /sessions` {reference, portrait (base64), returnUrl, language} answers {sessionId, url}, and
 * `GET /sessions/{sessionId}` {status, isLive, score}. Vendors with other members need a translating proxy, or an adapter like
 * this one.
 */
export function createVendorFaceCheck({ name, url, token, minScore }: VendorSettings): FaceCheckProvider {
  const dispatcher = new Agent({ pipelining: 0 });

  async function call<T>(method: 'GET' | 'POST', path: string, schema: z.ZodType<T>, body: string | null) {
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    };
    const limits = {
      url: `${url}${path}`,
      method,
      headers,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
    };
    const answer = await sendInTime(limits, (signal) =>
      sendRequest(`${url}${path}`, { method, headers, body, dispatcher, signal }),
    );
    if (answer.status >= 300) throw new AdapterError('provider_failed', { status: answer.status });
    const parsed = schema.safeParse(parseJson(Buffer.from(answer.body).toString('utf8')));
    if (!parsed.success) throw new AdapterError('provider_failed', { status: answer.status });
    return parsed.data;
  }

  return {
    name,
    isSandbox: false,
    start({ portrait, ...request }) {
      const body = JSON.stringify({ ...request, portrait: Buffer.from(portrait).toString('base64') });
      return call('POST', '/sessions', started, body);
    },
    async fetch(sessionId): Promise<FaceCheckResult> {
      const path = `/sessions/${encodeURIComponent(sessionId)}`;
      const { status, isLive, score } = await call('GET', path, result, null);
      if (status === 'pending') return { status };
      if (status === 'cancelled') return { status: 'failed', reason: 'cancelled' };
      if (!isLive) return { status: 'failed', reason: 'face_not_live' };
      return score >= minScore
        ? { status: 'passed', score }
        : { status: 'failed', reason: 'face_not_matched' };
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
