import { completeDocument } from './documents/complete-document.ts';
import { giveUpDocument } from './documents/fail-document.ts';
import { prepareDocument } from './documents/prepare-document.ts';
import { removeUnusedBlob } from './files/remove-unused-blob.ts';
import type { Job } from './jobs.ts';
import { sendCompleted } from './notifications/send-completed.ts';
import { sendFailed } from './notifications/send-failed.ts';
import { sendInvitation } from './notifications/send-invitation.ts';
import type { SigningDeps } from './signing.ts';
import { deliverWebhook } from './webhooks/deliver-webhook.ts';
import { publishEvent } from './webhooks/publish-event.ts';

/** The handler of every job. A rejection means: try again later. */
export async function runJob(deps: SigningDeps, job: Job): Promise<void> {
  switch (job.name) {
    case 'prepare-document':
      return prepareDocument(deps, job.documentId);
    case 'send-invitation':
      return sendInvitation(deps, job.documentId, job.signeeId);
    case 'complete-document':
      return completeDocument(deps, job.documentId);
    case 'send-completed':
      return sendCompleted(deps, job.documentId, job.to);
    case 'send-failed':
      return sendFailed(deps, job.documentId);
    case 'publish-event':
      return publishEvent(deps, job.eventId);
    case 'deliver-webhook':
      return deliverWebhook(deps, job.deliveryId, job.attempt);
    case 'remove-unused-blob':
      return removeUnusedBlob(deps, job.blobId);
  }
}

/** A job's retries are used up. Making a document fails with it; a message or a delivery leaves the document as it is. */
export async function giveUpJob(deps: SigningDeps, job: Job, code: string | null): Promise<void> {
  if (job.name === 'prepare-document' || job.name === 'complete-document') {
    await giveUpDocument(deps, job.documentId, code);
  }
}
