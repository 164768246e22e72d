import {
  bindOperations,
  createJobRunner,
  type JobDefinition,
  RETRY_FOR_HOURS,
  RETRY_FOR_MINUTES,
} from '@countersign/base';
import { accountOperations, callerOperations } from './accounts.ts';
import { apiKeyOperations } from './api-keys.ts';
import { closingOperations } from './close-account.ts';
import type { IdentityDeps } from './deps.ts';
import { codeOperations } from './enter-code.ts';
import { historyOperations } from './events.ts';
import { invitationOperations, sendInvitation } from './invitations.ts';
import { logoOperations } from './logo.ts';
import { passkeyOperations } from './passkeys.ts';
import { passwordOperations, sendPasswordReset } from './passwords.ts';
import { sendSecurityNotice } from './people.ts';
import type { IdentityJob, IdentityJobOf } from './ports.ts';
import { sessionOperations } from './sessions.ts';
import { signInOperations } from './sign-in.ts';
import { removeExpiredSessions, removeOldAccountEvents, signOutOperations } from './sign-out.ts';
import { domainOperations } from './single-sign-on/domains.ts';
import { connectionOperations } from './single-sign-on/manage-connection.ts';
import { provisioningOperations } from './single-sign-on/provisioning.ts';
import { signOnOperations } from './single-sign-on/sign-on.ts';
import { totpOperations } from './totp.ts';
import { userOperations } from './users.ts';

const IDENTITY_JOBS: {
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

export type Identity = ReturnType<typeof createIdentity>;

/** Operations reject with `IdentityError` if a rule refuses them. */
export function createIdentity(deps: IdentityDeps) {
  return {
    accounts: bindOperations(deps, {
      ...accountOperations,
      ...closingOperations,
      ...logoOperations,
      ...historyOperations,
    }),
    users: bindOperations(deps, { ...callerOperations, ...userOperations, ...invitationOperations }),
    sessions: bindOperations(deps, {
      ...signInOperations,
      ...codeOperations,
      ...sessionOperations,
      ...signOutOperations,
    }),
    signOn: bindOperations(deps, { ...signOnOperations, ...connectionOperations, ...domainOperations }),
    directory: bindOperations(deps, provisioningOperations),
    passwords: bindOperations(deps, passwordOperations),
    totp: bindOperations(deps, totpOperations),
    passkeys: bindOperations(deps, passkeyOperations),
    apiKeys: bindOperations(deps, apiKeyOperations),
    jobs: createJobRunner<IdentityDeps, IdentityJob>(deps, IDENTITY_JOBS),
  };
}
