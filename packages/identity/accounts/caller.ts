/** `read` [5-08], `write` to create and change [5-09]. */
export const SCOPES = ['read', 'write'] as const;

export type Scope = (typeof SCOPES)[number];

/** By the access token or the browser session. */
export interface Caller {
  readonly userId: string;
  readonly accountId: string;
  readonly scopes: readonly Scope[];
  /** Absent for other programs. */
  readonly apiKeyId?: string | null;
  /** Absent for API keys and browser sessions. */
  readonly clientId?: string;
  /** Absent for programs. */
  readonly sessionId?: string;
  /** For the account log. */
  readonly address?: string;
}
