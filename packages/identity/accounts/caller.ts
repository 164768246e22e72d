/** `read` shows [5-08], `write` creates and changes [5-09]. */
export const SCOPES = ['read', 'write'] as const;

export type Scope = (typeof SCOPES)[number];

/** Who asks, according to the access token. */
export interface Caller {
  readonly userId: string;
  readonly accountId: string;
  readonly scopes: readonly Scope[];
  /** The API key that the token came from; absent for tokens of other programs. */
  readonly apiKeyId?: string | null;
}
