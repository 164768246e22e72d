import { type JobDefinition, RETRY_FOR_HOURS, RETRY_FOR_MINUTES } from '@countersign/base';
import {
  giveUpLinkReading,
  giveUpReading,
  readDocument,
  readLink,
  removeReplacedReading,
} from '../assistant/reading.ts';
import type { SigningDeps } from '../deps.ts';
import { completeDocument } from '../documents/complete-document.ts';
import { delayAfterCrashes } from '../documents/delay-sealing.ts';
import { giveUpDocument } from '../documents/fail-document.ts';
import { prepareDocument, removeReplacedPreparation } from '../documents/prepare-document.ts';
import { followUpDocuments } from '../documents/reminders.ts';
import { removeUnusedAttachment, removeUnusedBlob } from '../files/remove-file.ts';
import { recordCopyFailure, sendCopy } from '../notifications/send-copy.ts';
import { recordDelivery, sendCompleted, sendFailed, sendMessage } from '../notifications/send-message.ts';
import { endCheckout } from '../proofs/end-checkout.ts';
import { watchProof } from '../proofs/get-proof.ts';
import { removeProofBlobs } from '../proofs/id-scan-result.ts';
import { removeAccount, removeClosedAccounts } from '../remove-account.ts';
import { removeDocumentContent } from '../remove-content.ts';
import { removeExpired } from '../remove-expired.ts';
import { deliverWebhook, sendWebhookDisabled } from '../webhooks/deliver-webhook.ts';
import { publishEvent } from '../webhooks/deliveries.ts';
import type { JobData, JobName } from './job.ts';

export const JOBS: { readonly [Name in JobName]: JobDefinition<SigningDeps, JobData[Name]> } = {
  'read-document': {
    run: (deps, { documentId }) => readDocument(deps, documentId),
    // The document waits for it, and goes on without the assistant.
    retries: RETRY_FOR_MINUTES,
    concurrency: 2,
    concurrencyPerAccount: 1,
    onGiveUp: (deps, { documentId }) => giveUpReading(deps, documentId),
  },
  'read-link': {
    run: (deps, { linkId }) => readLink(deps, linkId),
    retries: RETRY_FOR_MINUTES,
    concurrency: 1,
    onGiveUp: (deps, { linkId }) => giveUpLinkReading(deps, linkId),
  },
  'prepare-document': {
    run: (deps, { documentId }) => prepareDocument(deps, documentId),
    retries: RETRY_FOR_HOURS,
    concurrency: 3,
    concurrencyPerAccount: 2,
    onGiveUp: (deps, { documentId }) => giveUpDocument(deps, documentId),
  },
  'complete-document': {
    run: (deps, { documentId }) => completeDocument(deps, documentId),
    retries: RETRY_FOR_HOURS,
    concurrency: 3,
    concurrencyPerAccount: 2,
    // Failures are recorded with the time of the next attempt; what ends the process or the database is repeated here.
    onGiveUp: (deps, { documentId }) => delayAfterCrashes(deps, documentId),
  },
  'send-message': {
    run: sendMessage,
    retries: RETRY_FOR_HOURS,
    concurrency: 3,
    concurrencyPerAccount: 2,
    onGiveUp: (deps, data) => recordDelivery(deps, { ...data, signeeId: data.to }, 'provider_unavailable'),
  },
  'send-completed': {
    run: (deps, { documentId, to }) => sendCompleted(deps, documentId, to),
    retries: RETRY_FOR_HOURS,
    concurrency: 1,
  },
  'send-copy': {
    run: sendCopy,
    retries: RETRY_FOR_HOURS,
    concurrency: 1,
    onGiveUp: (deps, data) => recordCopyFailure(deps, data, 'provider_unavailable'),
  },
  'send-failed': {
    run: (deps, { documentId }) => sendFailed(deps, documentId),
    retries: RETRY_FOR_HOURS,
    concurrency: 1,
  },
  'publish-event': {
    run: (deps, { eventId }) => publishEvent(deps, eventId),
    retries: RETRY_FOR_MINUTES,
    concurrency: 1,
  },
  'deliver-webhook': {
    run: (deps, { deliveryId, attempt }) => deliverWebhook(deps, deliveryId, attempt),
    retries: RETRY_FOR_MINUTES,
    // Customers' servers have 10 s each.
    concurrency: 4,
    // A slow server holds up its own account only.
    concurrencyPerAccount: 2,
  },
  'send-webhook-disabled': {
    run: (deps, { webhookId }) => sendWebhookDisabled(deps, webhookId),
    retries: RETRY_FOR_HOURS,
    concurrency: 1,
  },
  'remove-unused-blob': {
    run: (deps, { blobId }) => removeUnusedBlob(deps, blobId),
    retries: RETRY_FOR_HOURS,
    concurrency: 1,
  },
  'remove-unused-attachment': {
    run: removeUnusedAttachment,
    retries: RETRY_FOR_HOURS,
    concurrency: 1,
  },
  'remove-replaced-preparation': {
    run: (deps, { documentId, blobId }) => removeReplacedPreparation(deps, documentId, blobId),
    retries: RETRY_FOR_HOURS,
    concurrency: 1,
  },
  'remove-replaced-reading': { run: removeReplacedReading, retries: RETRY_FOR_HOURS, concurrency: 1 },
  'remove-proof-blobs': { run: removeProofBlobs, retries: RETRY_FOR_HOURS, concurrency: 1 },
  // Providers have 15 s for each answer.
  'watch-proof': { run: watchProof, retries: RETRY_FOR_MINUTES, concurrency: 2 },
  'end-checkout': { run: endCheckout, retries: RETRY_FOR_HOURS, concurrency: 1 },
  'remove-document-content': {
    run: removeDocumentContent,
    retries: RETRY_FOR_HOURS,
    concurrency: 1,
  },
  'follow-up-documents': {
    run: followUpDocuments,
    retries: RETRY_FOR_MINUTES,
    concurrency: 1,
    schedule: '* * * * *',
  },
  'remove-closed-accounts': {
    run: removeClosedAccounts,
    retries: RETRY_FOR_MINUTES,
    concurrency: 1,
    schedule: '27 * * * *',
  },
  'remove-account': {
    run: (deps, { accountId }) => removeAccount(deps, accountId),
    retries: RETRY_FOR_HOURS,
    concurrency: 1,
  },
  'remove-expired': {
    run: removeExpired,
    retries: RETRY_FOR_MINUTES,
    concurrency: 1,
    schedule: '17 * * * *',
  },
};
