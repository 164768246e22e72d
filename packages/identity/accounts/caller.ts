/** `read` [5-08], `write` to create and change [5-09]. */
export const SCOPES = ['read', 'write'] as const;

export type Scope = (typeof SCOPES)[number];

/** The caller, by the access token or the browser session. */
export interface Caller {
  readonly userId: string;
  readonly accountId: string;
  readonly scopes: readonly Scope[];
  /** The API key of the token; absent for other programs. */
  readonly apiKeyId?: string | null;
  /** The program that the user gave access to; absent for API keys and browser sessions. */
  readonly clientId?: string;
  /** The browser session; absent for programs. */
  readonly sessionId?: string;
  /** The IP address, for the account log. */
  readonly address?: string;
}
