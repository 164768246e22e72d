import { type JobDefinition, RETRY_FOR_MINUTES } from '@countersign/identity';
import type { TokensDeps } from '../tokens/create-tokens.ts';

export interface OAuthJob {
  readonly name: 'remove-expired-tokens';
}

/** Tokens last an hour, so rows last at most two. */
export const OAUTH_JOBS: Readonly<Record<OAuthJob['name'], JobDefinition<TokensDeps, OAuthJob>>> = {
  'remove-expired-tokens': {
    run: async ({ store, clock }) => void (await store.removeExpired(clock.now())),
    retries: RETRY_FOR_MINUTES,
    concurrency: 1,
    schedule: '27 * * * *',
  },
};
