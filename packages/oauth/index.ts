export { DocumentFault } from './client-documents.ts';
export {
  MAX_CLIENT_NAME_LENGTH,
  MAX_URI_LENGTH,
  type RegisterClient,
  type RegisteredClient,
} from './clients.ts';
export type { Consent } from './consents.ts';
export { type AuthorizationServer, createAuthorizationServer } from './create-authorization-server.ts';
export type { AuthorizationServerDeps, AuthorizationServerSettings } from './deps.ts';
export { OAUTH_ERRORS, OAuthError, type OAuthErrorCode } from './errors.ts';
export {
  type AccessToken,
  type AccessTokenStore,
  type Artifact,
  CLIENT_AUTH_METHODS,
  DocumentUnavailable,
  type FetchDocument,
  type Grant,
  type HeldAccessToken,
  type LockingOAuthStore,
  MAX_ACCESS_TOKENS,
  type OAuthClient,
  type OAuthDatabase,
  type OAuthStore,
  type RequestCount,
  type RequestWindow,
  type TokensDeps,
} from './ports.ts';
export {
  ACCESS_TOKEN_LIFETIME_SECONDS,
  createTokens,
  formatScope,
  parseScope,
  type TokenHolder,
  type TokenResponse,
  type Tokens,
} from './tokens.ts';
