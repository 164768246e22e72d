export {
  ACCOUNT_LIMITS,
  ACCOUNT_STATUSES,
  type Account,
  type AccountLimit,
  type AccountStatus,
  type ApiKey,
  availableCapabilities,
  CAPABILITIES,
  type Caller,
  type Capability,
  type Logo,
  REOPENING_DAYS,
  ROLES,
  type Role,
  SCOPES,
  type Scope,
  USER_STATUSES,
  type User,
  type UserInvitation,
  type UserStatus,
} from './account.ts';
export { ACCOUNT_EVENT_TYPES, type AccountEvent, type AccountEventType } from './account-event.ts';
export type { FirstAccountCommand } from './accounts.ts';
export { API_KEY_LENGTH, newKeySecret } from './api-keys.ts';
export { type Browser, type BrowserSession, SESSION_LIFETIME_MS, SESSION_STAGES } from './browser-session.ts';
export {
  findCaller,
  findCallersAccount,
  findTimeZone,
  isAccountActive,
  isActive,
  requireManager,
  timeZoneOf,
} from './callers.ts';
export { removalDate } from './close-account.ts';
export { createIdentity, type Identity } from './create-identity.ts';
export type { IdentityDeps } from './deps.ts';
export { IDENTITY_ERRORS, IdentityError, type IdentityErrorCode } from './errors.ts';
export { appendEvent, BY_OPERATOR, recordEvent, recordForOperator } from './events.ts';
export { requireBelowLimit } from './limits.ts';
export { MAX_LOGO_BYTES } from './logo.ts';
export type { OperatorDeps } from './operate-accounts.ts';
export { createOperator, type Operator } from './operator.ts';
export { CHALLENGE_MS } from './passkeys.ts';
export {
  checkPassword,
  hashPassword,
  PASSWORD_LENGTH,
  type PasswordCosts,
  verifyPassword,
} from './password-hash.ts';
export type { Passkey, PasskeyChallenge, PasswordReset, Person } from './person.ts';
export type {
  AccountEventStore,
  AccountReads,
  AccountStore,
  AttemptCounter,
  BrowserSessionStore,
  IdentityDatabase,
  IdentityJob,
  IdentityJobStore,
  IdentityReads,
  IdentityStores,
  PasskeyAuthority,
  PasskeyOptions,
  PasskeyResponse,
  PersonStore,
  ProgramAccessStore,
  SecurityNotice,
  UserMail,
  UserMailer,
} from './ports.ts';
export type { SessionHolder, SessionView } from './sessions.ts';
export type {
  DirectoryPage,
  DirectoryQuery,
  ProviderSettings,
  ProvisionedUser,
  ServiceSignOn,
  SignOnAttempt,
  SignOnConnection,
  SignOnDomain,
  SignOnLink,
  SignOnStore,
} from './single-sign-on/connection.ts';
export { SIGN_IN_METHODS } from './single-sign-on/connection.ts';
export { domainOf, recordOf } from './single-sign-on/domains.ts';
export {
  type ConnectionView,
  MAX_ADMIN_VALUES,
  MAX_CLIENT_LENGTH,
  MAX_ISSUER_LENGTH,
  viewConnection,
} from './single-sign-on/manage-connection.ts';
export {
  type SignOnClaims,
  SignOnFault,
  type SignOnProvider,
  type SignOnRequest,
  type SignOnReturn,
} from './single-sign-on/provider.ts';
export type { ProvisionedFacts } from './single-sign-on/provisioning.ts';
export { SIGN_ON_ATTEMPT_MS } from './single-sign-on/sign-on.ts';
export type { SessionStep } from './start-session.ts';
