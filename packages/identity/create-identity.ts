import {
  bindOperations,
  createJobRunner,
  type JobDefinition,
  RETRY_FOR_HOURS,
  RETRY_FOR_MINUTES,
} from '@countersign/base';
import {
  createFirstAccount,
  getAccount,
  getCallersUser,
  getCapabilities,
  updateAccount,
} from './accounts.ts';
import { claimApiKey, createApiKey, listApiKeys, removeApiKey } from './api-keys.ts';
import type { IdentityDeps } from './deps.ts';
import { enterCode } from './enter-code.ts';
import { listEvents } from './events.ts';
import {
  acceptInvitation,
  getInvitation,
  inviteUser,
  resendInvitation,
  sendInvitation,
  withdrawInvitation,
} from './invitations.ts';
import { readLogo, removeLogo, setLogo } from './logo.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from './passkeys.ts';
import {
  changePassword,
  checkReset,
  requestPasswordReset,
  resetPassword,
  sendPasswordReset,
} from './passwords.ts';
import { sendSecurityNotice } from './people.ts';
import type { IdentityJob, IdentityJobOf } from './ports.ts';
import { describeSession, findSession, findSessionHolder, switchAccount } from './sessions.ts';
import { signIn } from './sign-in.ts';
import {
  endSession,
  listSessions,
  removeExpiredSessions,
  removeOldAccountEvents,
  signOut,
  signOutEverywhere,
} from './sign-out.ts';
import { beginTotp, confirmTotp, disableTotp, getTotp, renewRecoveryCodes } from './totp.ts';
import { listUsers, updateMe, updateUser } from './users.ts';

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
