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
  /** By the operator: authenticator app, recovery codes and passkeys. */
  'sign_in.reset',
  /** By the operator, as all with `details.by`. */
  'account.created',
  'user.created',
  'document.sealing_requested',
  'document.evidence_exported',
  'user.invited',
  'user.invitation_sent',
  'user.invitation_withdrawn',
  'user.invitation_accepted',
  'user.changed',
  'account.changed',
  'api_key.created',
  'api_key.removed',
  /** By a user, to a program. */
  'grant.created',
  'grant.denied',
  'grant.ended',
  /** A second use of a code or refresh token ended the access. */
  'grant.misused',
  'oauth_client.created',
  'oauth_client.removed',
] as const;

export type AccountEventType = (typeof ACCOUNT_EVENT_TYPES)[number];

/** It holds no secret. */
export interface AccountEvent {
  readonly eventId: string;
  readonly accountId: string;
  readonly type: AccountEventType;
  readonly date: Date;
  /** Null if not known, as at a refused sign-in. */
  readonly userId: string | null;
  /** A user, key, passkey, program, grant or document. */
  readonly subjectId: string | null;
  /** Null if not known. */
  readonly address: string | null;
  readonly details: Readonly<Record<string, string>>;
}

/** For yearly reviews. */
export const KEPT_EVENT_DAYS = 400;
