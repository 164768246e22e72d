import { codesOf, SIGNING_ERRORS } from './error-table.ts';

export type SigningErrorCode = keyof typeof SIGNING_ERRORS;

export const SIGNING_ERROR_CODES: readonly SigningErrorCode[] = codesOf(SIGNING_ERRORS);

export type ErrorParams = Readonly<Record<string, string | number>>;

/** A rule said no. `params` fill the sentence; `details` name members of the request. */
export class SigningError extends Error {
  readonly code: SigningErrorCode;
  readonly params: ErrorParams;
  readonly details: readonly ErrorDetail[];

  constructor(
    code: SigningErrorCode,
    params: ErrorParams = {},
    options: { cause?: unknown; details?: readonly ErrorDetail[] } = {},
  ) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'SigningError';
    this.code = code;
    this.params = params;
    this.details = options.details ?? [];
  }
}

/** One problem of one member; i18n has its sentence. `path` is dotted, array positions as numbers: `signeeDetails.0.signatureBox.page`. */
export interface ErrorDetail {
  readonly path: string;
  readonly code: SigningErrorCode;
  readonly params: ErrorParams;
}
