/** Fifty signees with boxes, or thousands of form values: an identification has those of the whole form. */
export const LARGE_BODY_LIMIT = 1024 * 1024;
/** Ten redirect URIs and four pages of 2048 characters. */
export const CLIENT_BODY_LIMIT = 64 * 1024;
