import type { IdentityDeps } from '../create-identity.ts';
import { sendInvitation } from '../users/send-invitation.ts';
import { type JobDefinition, RETRY_FOR_HOURS } from './define-job.ts';
import type { IdentityJob } from './job.ts';

export const IDENTITY_JOBS: Readonly<Record<IdentityJob['name'], JobDefinition<IdentityDeps, IdentityJob>>> =
  {
    'send-user-invitation': { run: sendInvitation, retries: RETRY_FOR_HOURS, concurrency: 1 },
  };
