import { type JobDefinition, RETRY_FOR_MINUTES } from '@countersign/identity';
import type { AuthorizationServerDeps } from '../server/deps.ts';

export interface AuthorizationJob {
  readonly name: 'remove-expired-grants';
}

export const AUTHORIZATION_JOBS: Readonly<
  Record<AuthorizationJob['name'], JobDefinition<AuthorizationServerDeps, AuthorizationJob>>
> = {
  'remove-expired-grants': {
    run: async ({ database, clock }) => void (await database.oauth.removeExpired(clock.now())),
    retries: RETRY_FOR_MINUTES,
    concurrency: 1,
    schedule: '7 * * * *',
  },
};
