export { DocumentFault } from './clients/client-documents.ts';
export {
  MAX_CLIENT_NAME_LENGTH,
  MAX_URI_LENGTH,
  type RegisterClient,
  type RegisteredClient,
} from './clients/register-client.ts';
export type { Consent } from './consents/consents.ts';
export { type AuthorizationServer, createAuthorizationServer } from './create-authorization-server.ts';
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
  MAX_ACCESS_TOKENS,
  type OAuthClient,
  type OAuthDatabase,
  type OAuthStore,
  type RequestCount,
  type RequestWindow,
} from './ports.ts';
export type { AuthorizationServerDeps, AuthorizationServerSettings } from './server/deps.ts';
export {
  ACCESS_TOKEN_LIFETIME_SECONDS,
  createTokens,
  type TokenHolder,
  type TokenResponse,
  type Tokens,
  type TokensDeps,
} from './tokens/create-tokens.ts';
export { formatScope, parseScope } from './tokens/parse-scope.ts';
