import { sealedBlobIdOf } from '../documents/complete-document.ts';
import type { DocumentState, Signee } from '../documents/document.ts';
import { preparedBlobIdOf } from '../documents/prepare-document.ts';
import { listSignatureBlobs } from '../methods/signature.ts';

/**
 * Returns what stays of a deleted document: id, dates and the hash of its sealed file, which can still be verified.
 * No name, contact, value or signature stays.
 */
export function withoutContent({ declined, ...document }: DocumentState): DocumentState {
  return {
    ...document,
    name: '',
    personalMessage: '',
    fields: [],
    signees: [],
    boxes: [],
    preparedBlobId: null,
    sealedBlobId: null,
    errorMessage: null,
  };
}

/** Every blob of a document, also of an interrupted job. */
export function listBlobs({ documentId, preparedBlobId, signees }: DocumentState): readonly string[] {
  const prepared = new Set([preparedBlobIdOf(documentId), preparedBlobId ?? preparedBlobIdOf(documentId)]);
  return [...prepared, sealedBlobIdOf(documentId), ...signees.flatMap(listSigneesBlobs)];
}

function listSigneesBlobs({ signature }: Signee): readonly string[] {
  return signature === null ? [] : listSignatureBlobs(signature);
}
