import { hashSecret } from '@countersign/base';
import { HOUR_MS, MINUTE_MS } from '@countersign/base/time';
import type { RequestCount } from '@countersign/oauth';
import { DatabaseUnavailable, type RateCounter } from '@countersign/signing/ports';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiDeps, ApiSettings } from './deps.ts';
import { ApiError } from './errors/error-table.ts';
import { readBearer } from './request/client.ts';
import { readClientNetwork } from './request/client-address.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The count of the statement that checked the token; undefined if none did. */
    counted: RequestCount | undefined;
  }
}

/** Pages read large PDFs in many ranges. */
export const RANGE_ALLOWANCE = 5;
/** 30 a minute of the default: every request may send a message. */
export const MESSAGE_ALLOWANCE = 0.05;
/** 60 a minute of the default: every request calls a server of the customer's choice. */
export const WEBHOOK_ALLOWANCE = 0.1;

/** Further keys replace the oldest window. */
const MAX_KEYS = 10_000;

interface Window {
  count: number;
  readonly endsAt: number;
}

export function createMemoryRateCounter(): RateCounter {
  /** The windows are in the order of their start. */
  const windows = new Map<string, Window>();
  return {
    async count(key, windowMs, amount = 1) {
      const now = Date.now();
      let window = windows.get(key);
      if (window === undefined || window.endsAt <= now) {
        window = { count: 0, endsAt: now + windowMs };
        windows.delete(key);
        windows.set(key, window);
        if (windows.size > MAX_KEYS) windows.delete(windows.keys().next().value ?? '');
      }
      window.count = Math.max(0, window.count + amount);
      return { count: window.count, remainingMs: window.endsAt - now };
    },
    async removeExpired() {
      const now = Date.now();
      const expired = [...windows].filter(([, { endsAt }]) => endsAt <= now);
      for (const [key] of expired) windows.delete(key);
      return expired.length;
    },
  };
}

/** The pause also passes before a failed database is asked again. */
const MAX_WAIT_MS = 2_000;
const PAUSE_MS = 5_000;

/** The shared counter; while it fails, one of this process. */
export function countLocallyDuringOutages(
  shared: RateCounter,
  now: () => number = Date.now,
  maxWaitMs = MAX_WAIT_MS,
): RateCounter {
  const local = createMemoryRateCounter();
  let pausedUntil = 0;
  return {
    async count(key, windowMs, amount) {
      if (now() < pausedUntil) return local.count(key, windowMs, amount);
      try {
        return await within(maxWaitMs, shared.count(key, windowMs, amount));
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error;
        pausedUntil = now() + PAUSE_MS;
        return local.count(key, windowMs, amount);
      }
    },
    removeExpired: () => shared.removeExpired(),
  };
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new DatabaseUnavailable('no answer')), milliseconds);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const WINDOW_MS = MINUTE_MS;

interface RateLimit {
  readonly max: number;
  readonly windowMs: number;
  /** Ends the key of what is counted separately. */
  readonly group: string;
}

/**
 * Counts the request of an identified holder. Where nodes share their counts, the statement that checks a token
 * has counted it already, which makes the check nearly free.
 */
export function createRequestLimiter(deps: ApiDeps) {
  const counter = chooseRateCounter(deps);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const limit = findLimit(request, deps.settings);
    if (limit === null) return;
    const counted = request.counted ?? (await counter.count(keyOf(request) + limit.group, limit.windowMs));
    enforce(limit, counted, reply);
  };
}

/** Returns the window that counts a token for all nodes, or null if this process counts alone or without a limit. */
export function sharedWindowOf(
  { rateCounter, settings }: Pick<ApiDeps, 'rateCounter' | 'settings'>,
  request: FastifyRequest,
  bearer: string,
): { readonly key: string; readonly windowMs: number } | null {
  const limit = findLimit(request, settings);
  if (rateCounter === undefined || limit === null) return null;
  return { key: keyOfToken(bearer) + limit.group, windowMs: limit.windowMs };
}

function chooseRateCounter({ rateCounter }: ApiDeps): RateCounter {
  return rateCounter === undefined ? createMemoryRateCounter() : countLocallyDuringOutages(rateCounter);
}

/** Returns null for operations without a limit, which are public. Unknown addresses have the common limit. */
function findLimit(request: FastifyRequest, settings: ApiSettings): RateLimit | null {
  const { route } = request.routeOptions.config;
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
