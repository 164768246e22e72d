import { sealedBlobIdOf } from '../documents/complete-document.ts';
import type { DocumentState, Signee } from '../documents/document.ts';
import { firstPreparedBlobIdOf } from '../documents/prepare-document.ts';
import { listSignatureBlobs } from '../methods/signature.ts';

/**
 * Ids, dates and the hash of its sealed file, which can still be verified. Nothing that the sender or a
 * signee gave.
 */
export function withoutContent(document: DocumentState): DocumentState {
  const { documentId, accountId, userId, fileId, status, language, sharingSetting, sealedSha256 } = document;
  const { serviceTransactionId, createdAt, updatedAt, completedAt, revokedAt, expiryDate } = document;
  // Ids only: a payment from now on is reported once.
  const { settledProofs, unconfirmedProofs } = document;
  return {
    ...(settledProofs && { settledProofs }),
    ...(unconfirmedProofs && { unconfirmedProofs }),
    ...{ documentId, accountId, userId, fileId, status, language, sharingSetting, sealedSha256 },
    ...{ serviceTransactionId, createdAt, updatedAt, completedAt, revokedAt, expiryDate },
    name: '',
    personalMessage: '',
    enableSigningOrder: false,
    fields: [],
    fieldsReadonlyMode: document.fieldsReadonlyMode,
    signees: [],
    boxes: [],
    preparedBlobId: null,
    sealedBlobId: null,
    sealings: [],
    errorMessage: null,
  };
}

/** Also of an interrupted job of an earlier release. */
export function listBlobs({ documentId, preparedBlobId, signees }: DocumentState): readonly string[] {
  const first = firstPreparedBlobIdOf(documentId);
  const prepared = new Set([first, preparedBlobId ?? first]);
  return [...prepared, sealedBlobIdOf(documentId), ...signees.flatMap(listSigneesBlobs)];
}

function listSigneesBlobs({ signature }: Signee): readonly string[] {
  return signature === null ? [] : listSignatureBlobs(signature);
}
