/** What the log of an account has entries of. */
export const ACCOUNT_EVENT_TYPES = [
  'session.started',
  /** A wrong password, code or passkey. */
  'session.refused',
  /** Too many attempts; one entry in a window. */
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
  /** By the operator: authenticator app, recovery codes and passkeys were removed. */
  'sign_in.reset',
  'user.invited',
  'user.invitation_sent',
  'user.invitation_withdrawn',
  'user.invitation_accepted',
  'user.changed',
  'account.changed',
  'api_key.created',
  'api_key.removed',
  /** A user gave a program access. */
  'grant.created',
  'grant.denied',
  'grant.ended',
  /** A code or refresh token was used a second time, which ended the access. */
  'grant.misused',
  'oauth_client.created',
  'oauth_client.removed',
] as const;

export type AccountEventType = (typeof ACCOUNT_EVENT_TYPES)[number];

/** An entry of the log of an account. No secret is in it. */
export interface AccountEvent {
  readonly eventId: string;
  readonly accountId: string;
  readonly type: AccountEventType;
  readonly date: Date;
  /** The acting user; null if not known, as at a refused sign-in. */
  readonly userId: string | null;
  /** The user, key or passkey it is about. */
  readonly subjectId: string | null;
  /** The IP address; null if it is not known. */
  readonly address: string | null;
  readonly details: Readonly<Record<string, string>>;
}

/** Entries are kept longer than a year, so that a yearly review sees all of them. */
export const KEPT_EVENT_DAYS = 400;
