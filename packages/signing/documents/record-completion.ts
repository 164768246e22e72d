import type { Job } from '../jobs/job.ts';
import { listScanBlobs } from '../methods/signature.ts';
import type { StoredBlob } from '../ports/blob-store.ts';
import type { FormField } from '../ports/pdf-toolkit.ts';
import type { Decision } from './decision.ts';
import { isUnsealed, withoutDelay } from './delay-sealing.ts';
import type { DocumentState } from './document.ts';
import { listFieldRecipients } from './field-recipients.ts';
import { touch } from './retention.ts';
import { listPeople } from './slots.ts';
import { moveTo } from './status-transitions.ts';

/** Null if it is completed already or was revoked meanwhile. */
export function recordCompletion(
  document: DocumentState,
  { blobId, sha256, size }: StoredBlob,
  preparedFields: readonly FormField[],
  now: Date,
  retentionDays: number,
): Decision | null {
  if (!isUnsealed(document)) return null;
  const sealing = document.sealings.find((one) => one.sha256 === sha256);
  const details = { sha256, size, ...(sealing && { seal: sealing.seal }) };
  const completed = touch(moveTo(withoutDelay(document), 'completed'), now, retentionDays);
  return {
    document: { ...completed, sealedBlobId: blobId, sealedSha256: sha256, completedAt: now },
    entries: [{ type: 'document.completed', details }],
    jobs: [...completedMessages(document), ...copies(document, preparedFields), ...imageRemoval(document)],
  };
}

/** The sealed file has the images of scans. */
function imageRemoval(document: DocumentState): readonly Job[] {
  const { documentId } = document;
  const blobIds = document.signees.flatMap(({ signature }) =>
    signature === null ? [] : listScanBlobs(signature),
  );
  return blobIds.length === 0 ? [] : [{ name: 'remove-proof-blobs', documentId, blobIds }];
}

/** One each, so that a failure repeats only one message. */
function completedMessages(document: DocumentState): readonly Job[] {
  const { documentId } = document;
  const recipients = [...listPeople(document).map((signee) => signee.signeeId), 'owner'];
  return recipients.map((to) => ({ name: 'send-completed', documentId, to }));
}

/** They hold no address, because jobs are kept for some time after they ran. */
function copies(document: DocumentState, preparedFields: readonly FormField[]): readonly Job[] {
  const { documentId } = document;
  return listFieldRecipients(document, preparedFields).map(({ field }) => ({
    name: 'send-copy',
    documentId,
    field,
  }));
}
