import type { Capability } from './accounts/account.ts';
import { createFirstAccount } from './accounts/create-first-account.ts';
import { getAccount, getCallersUser, getCapabilities, updateAccount } from './accounts/get-account.ts';
import { claimApiKey, createApiKey, listApiKeys, removeApiKey } from './api-keys/api-keys.ts';
import { bindOperations } from './bind-operations.ts';
import type { IdentityJob } from './jobs/job.ts';
import { createJobRunner } from './jobs/job-runner.ts';
import { IDENTITY_JOBS } from './jobs/registry.ts';
import type { Clock, IdSource } from './ports/clock.ts';
import type { IdentityDatabase } from './ports/database.ts';
import type { UserMailer } from './ports/user-mailer.ts';
import { acceptInvitation } from './users/accept-invitation.ts';
import { inviteUser, resendInvitation, withdrawInvitation } from './users/invite-user.ts';
import { listUsers } from './users/list-users.ts';
import { updateUser } from './users/update-user.ts';

export interface IdentityDeps {
  readonly database: IdentityDatabase;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly mailer: UserMailer;
  /** Capabilities whose provider is configured. */
  readonly providers: ReadonlySet<Capability>;
}

export type Identity = ReturnType<typeof createIdentity>;

/** Accounts, users and keys, by resource. Operations reject with `IdentityError` if a rule refuses them. */
export function createIdentity(deps: IdentityDeps) {
  return {
    accounts: bindOperations(deps, {
      createFirst: createFirstAccount,
      get: getAccount,
      update: updateAccount,
      getCapabilities,
    }),
    users: bindOperations(deps, {
      me: getCallersUser,
      list: listUsers,
      update: updateUser,
      invite: inviteUser,
      resendInvitation,
      withdrawInvitation,
      acceptInvitation,
    }),
    apiKeys: bindOperations(deps, {
      list: listApiKeys,
      create: createApiKey,
      remove: removeApiKey,
      claim: claimApiKey,
    }),
    jobs: createJobRunner<IdentityDeps, IdentityJob>(deps, IDENTITY_JOBS),
  };
}
