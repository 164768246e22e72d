import { codesOf, IDENTITY_ERRORS, type IdentityError } from '@countersign/identity';
import { OAUTH_ERRORS, type OAuthError } from '@countersign/oauth';
import { SIGNING_ERRORS, type SigningError } from '@countersign/signing';
import { API_ERRORS, type ApiError } from './api-error.ts';

export const ERRORS = {
  ...OAUTH_ERRORS,
  ...API_ERRORS,
  ...IDENTITY_ERRORS,
  ...SIGNING_ERRORS,
};

export type ErrorCode = keyof typeof ERRORS;

export const ERROR_CODES: readonly ErrorCode[] = codesOf(ERRORS);

/** Anything else is `internal_error`. */
export type KnownError = SigningError | IdentityError | OAuthError | ApiError;
