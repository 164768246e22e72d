export {
  type Account,
  type ApiKey,
  CAPABILITIES,
  type Capability,
  type Logo,
  ROLES,
  type Role,
  USER_STATUSES,
  type User,
  type UserInvitation,
  type UserStatus,
} from './accounts/account.ts';
export { availableCapabilities } from './accounts/available-capabilities.ts';
export { type Caller, SCOPES, type Scope } from './accounts/caller.ts';
export type { FirstAccountCommand } from './accounts/create-first-account.ts';
export { findCallersAccount, findTimeZone } from './accounts/find-account.ts';
export { DEFAULT_LANGUAGE, LANGUAGES, type Language } from './accounts/language.ts';
export { MAX_LOGO_BYTES } from './accounts/logo.ts';
export { DEFAULT_TIME_ZONE, dateIn, isTimeZone } from './accounts/time-zone.ts';
export { API_KEY_LENGTH, newKeySecret } from './api-keys/new-api-key.ts';
export { bindOperations } from './bind-operations.ts';
export { createIdentity, type Identity, type IdentityDeps } from './create-identity.ts';
export { IDENTITY_ERRORS, IdentityError, type IdentityErrorCode } from './errors.ts';
export {
  ACCOUNT_EVENT_TYPES,
  type AccountEvent,
  type AccountEventType,
} from './events/account-event.ts';
export { recordEvent, recordForOperator } from './events/record-event.ts';
export {
  type JobDefinition,
  type JobSettings,
  RETRY_FOR_HOURS,
  RETRY_FOR_MINUTES,
} from './jobs/define-job.ts';
export type { IdentityJob } from './jobs/job.ts';
export { combineJobRunners, createJobRunner, type JobRunner, type QueuedJob } from './jobs/job-runner.ts';
export { onFirstUse } from './on-first-use.ts';
export { createOperator, type Operator, type OperatorDeps } from './operator/create-operator.ts';
export { CHALLENGE_MS } from './passkeys/challenges.ts';
export type { Passkey, PasskeyChallenge, PasswordReset, Person } from './people/person.ts';
export type { AttemptCounter } from './ports/attempt-counter.ts';
export type { Clock, IdSource } from './ports/clock.ts';
export type {
  AccountEventStore,
  AccountReads,
  AccountStore,
  BrowserSessionStore,
  IdentityDatabase,
  IdentityJobStore,
  IdentityReads,
  IdentityStores,
  PersonStore,
  ProgramAccessStore,
} from './ports/database.ts';
export type { PasskeyAuthority, PasskeyOptions, PasskeyResponse } from './ports/passkey-authority.ts';
export type { SecurityNotice, UserMail, UserMailer } from './ports/user-mailer.ts';
export { codesOf, type ErrorFacts, errorGroup } from './refusals/error-group.ts';
export {
  type ErrorParams,
  INVALID_RULES,
  type InvalidRule,
  invalid,
  MAX_PROBLEMS,
  type Problem,
  problem,
} from './refusals/problem.ts';
export { Refusal } from './refusals/refusal.ts';
export { checkPassword, PASSWORD_LENGTH } from './secrets/check-password.ts';
export { hashSecret } from './secrets/hash-secret.ts';
export { isSameSecret } from './secrets/is-same-secret.ts';
export { hashPassword, type PasswordCosts, verifyPassword } from './secrets/password.ts';
export {
  type Browser,
  type BrowserSession,
  SESSION_LIFETIME_MS,
  SESSION_STAGES,
} from './sessions/browser-session.ts';
export type { SessionHolder, SessionView } from './sessions/find-session.ts';
export type { SessionStep } from './sessions/start-session.ts';
export {
  checkLength,
  checkLine,
  checkParagraphs,
  findLineFault,
  findParagraphsFault,
  isHostName,
  NAME_LENGTH,
  type TextFault,
  type TextLength,
} from './text/text-rules.ts';
export { MAX_NAME_LENGTH } from './text/visible-text.ts';
