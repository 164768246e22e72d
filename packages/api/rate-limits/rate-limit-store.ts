import type { RateCounter } from '@countersign/signing/ports';
import type { FastifyRateLimitStore } from '@fastify/rate-limit';

type Increment = FastifyRateLimitStore['incr'];

/** The class that @fastify/rate-limit makes its store of. Routes with a `groupId` count apart by their keys. */
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
