import { createHash } from 'node:crypto';
import { invalid } from '@countersign/base';
import { DAY_MS, MINUTE_MS } from '@countersign/base/time';
import type { Caller } from '@countersign/identity';
import { refuseProblems } from '@countersign/signing';
import type { IdempotencyStore } from '@countersign/signing/ports';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { RouteDeps } from './deps.ts';
import { ApiError } from './errors/error-table.ts';
import type { Route } from './route.ts';

export const KEY_HEADER = 'idempotency-key';
export const MAX_KEY_LENGTH = 255;

/** Answers are kept for this time [D5-26]. */
const KEPT_MS = DAY_MS;
/** Longer than the work of any request with a JSON body. If the process ends before a commit, the key is free after it. */
const MAX_REQUEST_MS = 10 * MINUTE_MS;

/**
 * Runs a request once per `Idempotency-Key`. Failure before a commit frees the key. Throws
 * `idempotency_in_progress`, `idempotency_key_reused` and `idempotency_outcome_unknown`.
 */
export async function answerOnce(
  route: Route,
  { idempotency, clock }: Pick<RouteDeps, 'idempotency' | 'clock'>,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const used = findKey(route, request);
  if (used === null) return work();
  const now = clock.now();
  const claim = await idempotency.claim(
    { ...used, requestHash: hashRequest(request) },
    {
      now,
      runsUntil: new Date(now.getTime() + MAX_REQUEST_MS),
      expiresAt: new Date(now.getTime() + KEPT_MS),
    },
  );
  if (claim.kind === 'in_progress') throw new ApiError('idempotency_in_progress');
  if (claim.kind === 'other_request') throw new ApiError('idempotency_key_reused');
  if (claim.kind === 'outcome_unknown') throw new ApiError('idempotency_outcome_unknown');
  if (claim.kind === 'granted') return workOnce(idempotency, claim.claimId, reply, work);
  const { status, headers, body } = claim.answer;
  reply.code(status).headers(headers).header('idempotent-replayed', 'true');
  return JSON.parse(body);
}

/** Whether a request that cannot be read repeats a key, which is then of another request [D5-27]. */
export async function repeatsKey(
  route: Route,
  { idempotency, clock }: Pick<RouteDeps, 'idempotency' | 'clock'>,
  request: FastifyRequest,
): Promise<boolean> {
  const used = findKey(route, request);
  return used !== null && idempotency.isUsed(used, clock.now());
}

/** Returns null if the request has no key. */
function findKey({ method, path }: Route, request: FastifyRequest) {
  const key = readKey(request);
  const { holder } = request;
  if (key === null || holder === null) return null;
  return { userId: holder.userId, route: `${method} ${path}`, key: `${programOf(holder)} ${key}` };
}

/** Programs of one user may not see each other's responses, such as a webhook's secret. */
function programOf({ clientId, apiKeyId, sessionId }: Caller): string {
  return [clientId ?? '', apiKeyId ?? '', sessionId ?? ''].join('/');
}

async function workOnce(
  store: IdempotencyStore,
  claimId: string,
  reply: FastifyReply,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const { log } = reply;
  const namesBefore = new Set(Object.keys(reply.getHeaders()));
  let result: unknown;
  try {
    result = await store.run(claimId, work);
  } catch (error) {
    await orLog(log, store.release(claimId));
    throw error;
  }
  const headers = Object.fromEntries(
    Object.entries(reply.getHeaders())
      .filter(([name]) => !namesBefore.has(name))
      .map(([name, value]) => [name, String(value)]),
  );
  const answer = { status: reply.statusCode, headers, body: JSON.stringify(result ?? null) };
  await orLog(log, store.complete(claimId, answer));
  return result;
}

/** The client gets the response even if it cannot be stored. */
async function orLog(log: FastifyBaseLogger, remembering: Promise<void>): Promise<void> {
  await remembering.catch((error: unknown) => log.error({ err: error }, 'idempotency key not updated'));
}

/** 1 to 255 visible ASCII characters. */
function readKey({ headers }: FastifyRequest): string | null {
  const { [KEY_HEADER]: key } = headers;
  if (key === undefined) return null;
  const text = String(key);
  if (text.length < 1 || text.length > MAX_KEY_LENGTH) {
    refuseProblems([invalid('Idempotency-Key', 'length', { min: 1, max: MAX_KEY_LENGTH })]);
  }
  if (!/^[\x21-\x7e]+$/.test(text)) refuseProblems([invalid('Idempotency-Key', 'characters')]);
  return text;
}

function hashRequest({ params, query, body }: FastifyRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([params, query, body]))
    .digest('hex');
}
