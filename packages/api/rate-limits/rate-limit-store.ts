import type { RateCounter } from '@countersign/signing/ports';
import type { FastifyRateLimitStore } from '@fastify/rate-limit';

type Increment = FastifyRateLimitStore['incr'];

/** The store class of @fastify/rate-limit. Routes with a `groupId` are counted separately. */
export function createRateLimitStore(counter: RateCounter) {
  return class RateLimitStore implements FastifyRateLimitStore {
    incr(key: string, callback: Parameters<Increment>[1], windowMs: number): void {
      counter.count(key, windowMs).then(
        ({ count, remainingMs }) => callback(null, { current: count, ttl: remainingMs }),
        (error: Error) => callback(error),
      );
    }

    child(): RateLimitStore {
      return this;
    }
  };
}
