import { hashSecret } from '@countersign/identity';
import { HOUR_MS, MINUTE_MS } from '@countersign/identity/durations';
import type { RequestCount } from '@countersign/oauth';
import type { RateCounter } from '@countersign/signing/ports';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiDeps, ApiSettings } from '../deps.ts';
import { ApiError } from '../errors/api-error.ts';
import { identifyHolder, readBearer } from '../request/authenticate.ts';
import { readClientNetwork } from '../request/client-address.ts';
import type { Route } from '../route.ts';
import { createMemoryRateCounter } from './memory-rate-counter.ts';
import { countLocallyDuringOutages } from './outage-rate-counter.ts';

const WINDOW_MS = MINUTE_MS;

interface RateLimit {
  readonly max: number;
  readonly windowMs: number;
  /** Ends the key of what is counted separately. */
  readonly group: string;
}

/**
 * Finds out who sends the request, and counts it. Counts that nodes share are counted by the statement that checks the
 * token, which makes the check nearly free.
 */
export function createRequestLimiter(deps: ApiDeps) {
  const counter = chooseRateCounter(deps);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const limit = findLimit(request.routeOptions.config.route, deps.settings);
    if (limit === null) return;
    let counted: RequestCount | undefined;
    const verifyAndCount = async (bearer: string) => {
      const window = { key: keyOfToken(bearer) + limit.group, windowMs: limit.windowMs };
      const found = await deps.tokens.verifyAndCount(bearer, window);
      counted = found.counted;
      return found.holder;
    };
    const verify = deps.rateCounter === undefined ? deps.tokens.verify : verifyAndCount;
    request.holder = await identifyHolder(deps, request, verify);
    counted ??= await counter.count(keyOf(request) + limit.group, limit.windowMs);
    enforce(limit, counted, reply);
  };
}

function chooseRateCounter({ rateCounter }: ApiDeps): RateCounter {
  return rateCounter === undefined ? createMemoryRateCounter() : countLocallyDuringOutages(rateCounter);
}

/** Null for operations without a limit, which are public. Unknown addresses have the common limit. */
function findLimit(route: Route | undefined, settings: ApiSettings): RateLimit | null {
  const max = settings.rateLimitPerMinute;
  if (route === undefined) return { max, windowMs: WINDOW_MS, group: '' };
  const { unlimited, allowance, perHour, method, path } = route;
  if (unlimited === true) return null;
  const group = ` ${method} ${path}`;
  if (perHour !== undefined) return { max: perHour(settings), windowMs: HOUR_MS, group };
  if (allowance === undefined) return { max, windowMs: WINDOW_MS, group: '' };
  return { max: Math.max(1, Math.floor(max * allowance)), windowMs: WINDOW_MS, group };
}

/** Only valid tokens and sessions have their own count, so invented ones gain nothing. */
function keyOf(request: FastifyRequest): string {
  if (request.holder === null) return `address:${readClientNetwork(request)}`;
  if ('sessionId' in request.holder) return `session:${request.holder.sessionId}`;
  return keyOfToken(readBearer(request) ?? '');
}

function keyOfToken(bearer: string): string {
  return `token:${hashSecret(bearer)}`;
}

function enforce({ max }: RateLimit, { count, remainingMs }: RequestCount, reply: FastifyReply): void {
  const seconds = Math.ceil(remainingMs / 1000);
  reply.header('x-ratelimit-limit', max);
  reply.header('x-ratelimit-remaining', Math.max(0, max - count));
  reply.header('x-ratelimit-reset', seconds);
  if (count <= max) return;
  reply.header('retry-after', seconds);
  throw new ApiError('rate_limit_exceeded', { seconds });
}
