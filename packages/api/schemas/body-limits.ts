import { MEBIBYTE } from '@countersign/signing/limits';

/** Bytes of JSON, unless an operation has its own limit. */
export const JSON_BODY_LIMIT = 16 * 1024;
/** Fifty signees with boxes, or thousands of form values: an identification has those of the whole form. */
export const LARGE_BODY_LIMIT = MEBIBYTE;
/** Ten redirect URIs and four pages of 2048 characters. */
export const CLIENT_BODY_LIMIT = 64 * 1024;
/** Ink is at most 1 MiB of PNG, 1.4 in base64; the rest is for values. */
export const SIGNATURE_BODY_LIMIT = 3 * MEBIBYTE;
