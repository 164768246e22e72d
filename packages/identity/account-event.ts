export const ACCOUNT_EVENT_TYPES = [
  'session.started',
  /** A password, code or passkey was wrong. */
  'session.refused',
  /** There were too many attempts. A window has one such entry. */
  'session.limited',
  'session.account_switched',
  'session.ended',
  'session.ended_everywhere',
  'password.changed',
  'password.reset_requested',
  'password.reset',
  'totp.enabled',
  'totp.disabled',
  'recovery_codes.created',
  'recovery_code.used',
  'passkey.added',
  'passkey.renamed',
  'passkey.removed',
  /** The operator removed authenticator app, recovery codes and passkeys. */
  'sign_in.reset',
  /** The operator did it, as everything that has `details.by`. */
  'account.created',
  'account.suspended',
  'account.closed',
  'account.reopened',
  'account.capabilities_changed',
  'account.limits_changed',
  /** An owner or the operator took a copy of everything. */
  'account.exported',
  /** What is known of a person was exported, removed or masked; `details` never say whose. */
  'person.exported',
  'person.erased',
  'user.created',
  'single_sign_on.changed',
  'single_sign_on.removed',
  'single_sign_on.domain_added',
  'single_sign_on.domain_verified',
  'single_sign_on.domain_removed',
  /** A subject of the provider became a user. */
  'single_sign_on.linked',
  'scim_token.created',
  'scim_token.removed',
  'document.sealing_requested',
  'document.evidence_exported',
  /** What failed was tried again, or given up, by an owner or admin; `details.kind` says what. */
  'waiting.retried',
  'waiting.stopped',
  'user.invited',
  'user.invitation_sent',
  'user.invitation_withdrawn',
  'user.invitation_accepted',
  'user.changed',
  'account.changed',
  'api_key.created',
  'api_key.removed',
  /** A user gave access to a program. */
  'grant.created',
  'grant.denied',
  'grant.ended',
  /** A second use of a code or refresh token ended the access. */
  'grant.misused',
  'oauth_client.created',
  'oauth_client.removed',
] as const;

export type AccountEventType = (typeof ACCOUNT_EVENT_TYPES)[number];

/** An entry of the account's log. It holds no secret. */
export interface AccountEvent {
  readonly eventId: string;
  readonly accountId: string;
  readonly type: AccountEventType;
  readonly date: Date;
  /** The user who did it; null if not known, as at a refused sign-in. */
  readonly userId: string | null;
  /** The id of a user, key, passkey, program, grant or document. */
  readonly subjectId: string | null;
  /** The IP address; null if not known. */
  readonly address: string | null;
  readonly details: Readonly<Record<string, string>>;
}

/** Entries are kept for longer than a year, for yearly reviews. */
export const KEPT_EVENT_DAYS = 400;
