export { OAUTH_ERRORS, OAuthError, type OAuthErrorCode } from './errors.ts';
export type { AccessToken, AccessTokenStore } from './ports.ts';
export {
  ACCESS_TOKEN_LIFETIME_SECONDS,
  createTokens,
  type TokenHolder,
  type TokenResponse,
  type Tokens,
  type TokensDeps,
} from './tokens/create-tokens.ts';
export { formatScope, parseScope } from './tokens/parse-scope.ts';
