/** Bytes of all inputs of a merge, and of all attachments of a document. Not in the specification: as much as one upload. */
export const MAX_INPUT_BYTES = 50 * 1024 * 1024;
