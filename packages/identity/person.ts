/** A person signs in. Users of several accounts may be the same person. */
export interface Person {
  readonly personId: string;
  /** The address is unique in the service, whatever its case. */
  readonly emailAddress: string;
  /** Hash by scrypt with salt and parameters; null until a password is chosen. */
  readonly passwordHash: string | null;
  readonly totp: Totp | null;
  readonly createdAt: Date;
}

/** An authenticator app (RFC 6238). */
interface Totp {
  /** Base32. It is stored encrypted. */
  readonly secret: string;
  /** It is null until the first code. Sign-ins do not ask for codes before. */
  readonly confirmedAt: Date | null;
  /** The time step of the last code. Codes of it and of earlier steps are refused. */
  readonly lastStep: number;
}

/** A link to set a new password. Every mail has one of its own. */
export interface PasswordReset {
  /** SHA-256 of the token in lower-case hex. */
  readonly tokenHash: string;
  readonly personId: string;
  readonly expiresAt: Date;
}

/** A credential of WebAuthn. */
export interface Passkey {
  readonly passkeyId: string;
  readonly personId: string;
  /** The id that the authenticator made. */
  readonly credentialId: string;
  /** A COSE key as base64url. */
  readonly publicKey: string;
  readonly signCount: number;
  readonly transports: readonly string[];
  /** Whether the authenticator copies the key to other devices. */
  readonly isSynced: boolean;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** A challenge is removed when it is answered. */
export interface PasskeyChallenge {
  /** SHA-256 of the challenge in lower-case hex. */
  readonly challengeHash: string;
  /** It is null at a sign-in, which may use any passkey. */
  readonly personId: string | null;
  readonly expiresAt: Date;
}
