/** Thousands of form values; an identification has those of the whole form. */
export const VALUES_BODY_LIMIT = 1024 * 1024;
/** Also fifty signees with boxes. */
export const DOCUMENT_BODY_LIMIT = VALUES_BODY_LIMIT;
/** Ten redirect URIs and four pages of 2048 characters. */
export const CLIENT_BODY_LIMIT = 64 * 1024;
