/** Users of several accounts may be the same person. */
export interface Person {
  readonly personId: string;
  /** Unique in the service, in any case. */
  readonly emailAddress: string;
  /** scrypt with salt and parameters. Null: not chosen yet. */
  readonly passwordHash: string | null;
  readonly totp: Totp | null;
  readonly createdAt: Date;
}

/** RFC 6238. */
interface Totp {
  /** Base32; stored encrypted. */
  readonly secret: string;
  /** Null until the first code: sign-ins do not ask for codes yet. */
  readonly confirmedAt: Date | null;
  /** The time step of the last code: it and earlier ones are refused. */
  readonly lastStep: number;
}

/** One for each mail. */
export interface PasswordReset {
  /** SHA-256 of the token, lower-case hex. */
  readonly tokenHash: string;
  readonly personId: string;
  readonly expiresAt: Date;
}

/** WebAuthn. */
export interface Passkey {
  readonly passkeyId: string;
  readonly personId: string;
  /** As the authenticator made it. */
  readonly credentialId: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  readonly signCount: number;
  readonly transports: readonly string[];
  /** Between devices. */
  readonly isSynced: boolean;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** Taken once. */
export interface PasskeyChallenge {
  /** SHA-256 of the challenge, lower-case hex. */
  readonly challengeHash: string;
  /** Null at sign-in. */
  readonly personId: string | null;
  readonly expiresAt: Date;
}
