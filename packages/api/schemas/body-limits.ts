/** Bytes. Fifty signees with boxes, and some thousands of values for form fields. */
export const DOCUMENT_BODY_LIMIT = 1024 * 1024;
