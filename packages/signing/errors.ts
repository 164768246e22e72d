import { codesOf, type Problem, Refusal } from '@countersign/identity';
import { SIGNING_ERRORS } from './error-table.ts';

export type SigningErrorCode = keyof typeof SIGNING_ERRORS;

export const SIGNING_ERROR_CODES: readonly SigningErrorCode[] = codesOf(SIGNING_ERRORS);

export class SigningError extends Refusal<SigningErrorCode> {}

/** A problem of a member; i18n has its sentence. */
export type ErrorDetail = Problem<SigningErrorCode>;
