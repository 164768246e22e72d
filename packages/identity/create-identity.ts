import type { Capability } from './accounts/account.ts';
import { createFirstAccount } from './accounts/create-first-account.ts';
import { getAccount, getCallersUser, getCapabilities, updateAccount } from './accounts/get-account.ts';
import { readLogo, removeLogo, setLogo } from './accounts/logo.ts';
import { claimApiKey, createApiKey, listApiKeys, removeApiKey } from './api-keys/api-keys.ts';
import { bindOperations } from './bind-operations.ts';
import { listEvents } from './events/list-events.ts';
import type { IdentityJob } from './jobs/job.ts';
import { createJobRunner } from './jobs/job-runner.ts';
import { IDENTITY_JOBS } from './jobs/registry.ts';
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from './passkeys/manage-passkeys.ts';
import { beginPasskeySignIn, signInWithPasskey } from './passkeys/sign-in-with-passkey.ts';
import { changePassword } from './passwords/change-password.ts';
import { checkReset, requestPasswordReset, resetPassword } from './passwords/reset-password.ts';
import type { AttemptCounter } from './ports/attempt-counter.ts';
import type { Clock, IdSource } from './ports/clock.ts';
import type { IdentityDatabase } from './ports/database.ts';
import type { EncodeLogo } from './ports/logo.ts';
import type { PasskeyAuthority } from './ports/passkey-authority.ts';
import type { UserMailer } from './ports/user-mailer.ts';
import type { PasswordCosts } from './secrets/password.ts';
import { enterCode } from './sessions/enter-code.ts';
import { describeSession, findSession, findSessionHolder } from './sessions/find-session.ts';
import { signIn } from './sessions/sign-in.ts';
import { endSession, listSessions, signOut, signOutEverywhere } from './sessions/sign-out.ts';
import { switchAccount } from './sessions/switch-account.ts';
import { beginTotp, confirmTotp, disableTotp, getTotp, renewRecoveryCodes } from './totp/manage-totp.ts';
import { acceptInvitation, getInvitation } from './users/accept-invitation.ts';
import { inviteUser, resendInvitation, withdrawInvitation } from './users/invite-user.ts';
import { listUsers } from './users/list-users.ts';
import { updateMe } from './users/update-me.ts';
import { updateUser } from './users/update-user.ts';

export interface IdentityDeps {
  readonly database: IdentityDatabase;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly mailer: UserMailer;
  readonly attempts: AttemptCounter;
  readonly passkeys: PasskeyAuthority;
  readonly encodeLogo: EncodeLogo;
  /** Those whose provider is configured. */
  readonly providers: ReadonlySet<Capability>;
  /** Today's by default; tests have lower ones. */
  readonly passwordCosts?: PasswordCosts | undefined;
}

export type Identity = ReturnType<typeof createIdentity>;

/** Operations reject with `IdentityError` if a rule refuses them. */
export function createIdentity(deps: IdentityDeps) {
  return {
    accounts: bindOperations(deps, {
      createFirst: createFirstAccount,
      get: getAccount,
      update: updateAccount,
      setLogo,
      removeLogo,
      readLogo,
      listEvents,
      getCapabilities,
    }),
    users: bindOperations(deps, {
      me: getCallersUser,
      updateMe,
      list: listUsers,
      update: updateUser,
      invite: inviteUser,
      resendInvitation,
      withdrawInvitation,
      getInvitation,
      acceptInvitation,
    }),
    sessions: bindOperations(deps, {
      signIn,
      enterCode,
      switchAccount,
      describe: describeSession,
      find: findSession,
      findHolder: findSessionHolder,
      signOut,
      signOutEverywhere,
      list: listSessions,
      end: endSession,
    }),
    passwords: bindOperations(deps, {
      change: changePassword,
      requestReset: requestPasswordReset,
      checkReset,
      reset: resetPassword,
    }),
    totp: bindOperations(deps, {
      get: getTotp,
      begin: beginTotp,
      confirm: confirmTotp,
      disable: disableTotp,
      renewRecoveryCodes,
    }),
    passkeys: bindOperations(deps, {
      list: listPasskeys,
      begin: beginPasskey,
      add: addPasskey,
      rename: renamePasskey,
      remove: removePasskey,
      beginSignIn: beginPasskeySignIn,
      signIn: signInWithPasskey,
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
