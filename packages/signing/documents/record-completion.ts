import { isEmailAddress } from '@countersign/forms/attributes';
import type { CompleteReport, FormField } from '@countersign/toolkit';
import { MAX_SIGNEES } from '../configuration/limits.ts';
import { placeOf } from '../configuration/stored-configuration.ts';
import type { Job } from '../jobs/job.ts';
import { listScanBlobs } from '../methods/methods.ts';
import type { StoredBlob } from '../ports/blob-store.ts';
import type { Decision } from './audited-decision.ts';
import { isUnsealed, withoutDelay } from './delay-sealing.ts';
import { type DocumentState, listPeople, type Sealing } from './document.ts';
import { applyGivenValues, givenValues } from './field-entries.ts';
import { valuesOf } from './field-values.ts';
import { touch } from './retention.ts';
import { moveTo, statusAfter } from './status.ts';

/** Entered in a field with `svc-email-recipient`. */
export interface FieldRecipient {
  readonly field: string;
  readonly emailAddress: string;
}

/** The limit is that of signees: a form of thousands of such fields once sent a mail with the file for each. */
const MAX_FIELD_RECIPIENTS = MAX_SIGNEES;

/** [2.10-21], without those of signees and `copies`, who get it anyway. Further ones get nothing. */
export function listFieldRecipients(
  document: DocumentState,
  preparedFields: readonly FormField[],
): readonly FieldRecipient[] {
  const asking = applyGivenValues(preparedFields, givenValues(document)).filter(({ attributes }) =>
    attributes.some(({ name }) => name === 'svc-email-recipient'),
  );
  const named = [...document.signees, ...(document.copies ?? [])];
  const known = new Set(named.flatMap(({ emailAddress }) => emailAddress?.toLowerCase() ?? []));
  const recipients = valuesOf(asking).flatMap(({ name, value }) => {
    const emailAddress = value.join('').trim();
    const key = emailAddress.toLowerCase();
    if (!isEmailAddress(emailAddress) || known.has(key)) return [];
    known.add(key);
    return [{ field: name, emailAddress }];
  });
  return recipients.slice(0, MAX_FIELD_RECIPIENTS);
}

/** Returns null if it is completed already or was revoked meanwhile. */
export function recordCompletion(
  document: DocumentState,
  { blobId, sha256, size }: StoredBlob,
  preparedFields: readonly FormField[],
  now: Date,
  retentionDays: number,
): Decision | null {
  const next = statusAfter(document.status, 'complete');
  if (next === null || !isUnsealed(document)) return null;
  const sealing = document.sealings.find((one) => one.sha256 === sha256);
  if (sealing === undefined)
    throw new TypeError(`no attempt wrote the sealed file of ${document.documentId}`);
  const details = { sha256, size, seal: sealing.seal };
  const completed = touch(moveTo(withoutDelay(document), next), now, retentionDays);
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

/** Each message is a job of its own, so that a failure repeats only one. */
function completedMessages(document: DocumentState): readonly Job[] {
  const { documentId } = document;
  const recipients = [...listPeople(document).map((signee) => signee.signeeId), 'owner'];
  return recipients.map((to) => ({ name: 'send-completed', documentId, to }));
}

/** They hold no address, because jobs are kept for some time after they ran. */
function copies(document: DocumentState, preparedFields: readonly FormField[]): readonly Job[] {
  const { documentId, copies: named = [] } = document;
  const fields = listFieldRecipients(document, preparedFields);
  return [
    ...named.map((entry, index) => ({
      ...{ name: 'send-copy' as const, documentId },
      copy: placeOf(entry, index),
    })),
    ...fields.map(({ field }) => ({ name: 'send-copy' as const, documentId, field })),
  ];
}

/**
 * The report is recorded before the file is stored, because the process may end in between. Returns null if
 * the document has moved on.
 */
export function recordSealing(document: DocumentState, report: CompleteReport): Decision | null {
  if (statusAfter(document.status, 'complete') === null) return null;
  const sealing = describeSealing(report);
  return {
    document: { ...document, sealings: [...document.sealings, sealing] },
    entries: [{ type: 'document.sealed', details: { ...sealing } }],
    jobs: [],
  };
}

function describeSealing({ sha256, size, seal: { level, timestamp, failures } }: CompleteReport): Sealing {
  const seal = {
    level,
    timestamp: timestamp && { authority: timestamp.authority, time: timestamp.time },
    failures: failures.map(({ authority, reason }) => ({ authority, reason })),
  };
  return { sha256, size, seal };
}
