/** Fifty signees with boxes, and thousands of form values. */
export const DOCUMENT_BODY_LIMIT = 1024 * 1024;
