import type { IdentityDeps } from '../create-identity.ts';
import { sendPasswordReset } from '../passwords/send-password-reset.ts';
import { sendSecurityNotice } from '../people/send-security-notice.ts';
import { removeExpiredSessions, removeOldAccountEvents } from '../sessions/remove-expired.ts';
import { sendInvitation } from '../users/send-invitation.ts';
import { type JobDefinition, RETRY_FOR_HOURS, RETRY_FOR_MINUTES } from './define-job.ts';
import type { IdentityJob, IdentityJobOf } from './job.ts';

export const IDENTITY_JOBS: {
  readonly [Name in IdentityJob['name']]: JobDefinition<IdentityDeps, IdentityJobOf<Name>>;
} = {
  'send-user-invitation': { run: sendInvitation, retries: RETRY_FOR_HOURS, concurrency: 1 },
  'send-password-reset': { run: sendPasswordReset, retries: RETRY_FOR_MINUTES, concurrency: 1 },
  'send-security-notice': { run: sendSecurityNotice, retries: RETRY_FOR_HOURS, concurrency: 1 },
  'remove-expired-sessions': {
    run: removeExpiredSessions,
    retries: RETRY_FOR_MINUTES,
    concurrency: 1,
    schedule: '17 * * * *',
  },
  'remove-old-account-events': {
    run: removeOldAccountEvents,
    retries: RETRY_FOR_MINUTES,
    concurrency: 1,
    schedule: '7 4 * * *',
  },
};
