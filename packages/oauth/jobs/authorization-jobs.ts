import { type JobDefinition, RETRY_FOR_MINUTES } from '@countersign/identity';
import { DAY_MS } from '@countersign/identity/durations';
import type { AuthorizationServerDeps } from '../server/deps.ts';

export interface AuthorizationJob {
  readonly name: 'remove-expired-grants';
}

/** Not in the specification: without use and without access, if it registered itself. */
const UNUSED_CLIENT_MS = 90 * DAY_MS;

export const AUTHORIZATION_JOBS: Readonly<
  Record<AuthorizationJob['name'], JobDefinition<AuthorizationServerDeps, AuthorizationJob>>
> = {
  'remove-expired-grants': {
    run: async ({ database, clock }) => {
      const now = clock.now();
      await database.oauth.removeExpired(now);
      await database.oauth.removeUnusedClients(new Date(now.getTime() - UNUSED_CLIENT_MS));
    },
    retries: RETRY_FOR_MINUTES,
    concurrency: 1,
    schedule: '7 * * * *',
  },
};
