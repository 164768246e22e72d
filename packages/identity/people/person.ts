/** One email address with the credentials to sign in. Users of several accounts may be the same person. */
export interface Person {
  readonly personId: string;
  /** Once in the service, in any case. */
  readonly emailAddress: string;
  /** scrypt with salt and parameters. Null: made by the operator, and no password chosen yet. */
  readonly passwordHash: string | null;
  readonly totp: Totp | null;
  readonly createdAt: Date;
}

/** An authenticator app (RFC 6238). */
interface Totp {
  /** Base32; stored encrypted. */
  readonly secret: string;
  /** Null until the first code was entered: sign-ins do not ask for codes yet. */
  readonly confirmedAt: Date | null;
  /** The time step of the last accepted code: it and earlier ones are refused. */
  readonly lastStep: number;
}

/** The link of one mail. */
export interface PasswordReset {
  /** SHA-256 of the token, lower-case hex. */
  readonly tokenHash: string;
  readonly personId: string;
  readonly expiresAt: Date;
}

/** A public key of a person (WebAuthn). */
export interface Passkey {
  readonly passkeyId: string;
  readonly personId: string;
  /** Base64url, as the authenticator made it. */
  readonly credentialId: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  readonly signCount: number;
  readonly transports: readonly string[];
  /** Whether it is copied between devices. */
  readonly isSynced: boolean;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** Of one registration or sign-in with a passkey; taken once. */
export interface PasskeyChallenge {
  /** SHA-256 of the challenge, lower-case hex. */
  readonly challengeHash: string;
  /** The person who adds a passkey; null at sign-in. */
  readonly personId: string | null;
  readonly expiresAt: Date;
}
