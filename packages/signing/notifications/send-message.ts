import type { Language } from '@countersign/base/locale';
import { dialledNumber } from '@countersign/forms/attributes';
import { isActive, timeZoneOf } from '@countersign/identity';
import type { SigningDeps } from '../deps.ts';
import type { Decision } from '../documents/audited-decision.ts';
import { changeDocument } from '../documents/decision.ts';
import { type DocumentState, listPeople, replaceSignee, type Signee } from '../documents/document.ts';
import { sealedFileOf } from '../documents/document-files.ts';
import { findExpiryDate } from '../documents/retention.ts';
import type { DocumentMessage, JobData } from '../jobs/job.ts';
import {
  AttachmentTooLarge,
  type DeliveryReport,
  type MessageParamsOf,
  MessageRejected,
  type Notifier,
  type OutgoingMessage,
} from '../ports/messages.ts';
import { listDifferingNames } from '../proofs/same-name.ts';
import type { DeliveryFailure, MessageChannel } from './channels.ts';
import {
  composeMessage,
  describeSender,
  findSender,
  isStillTrue,
  noticeJobs,
  ownerJob,
  replyToOf,
  type Sender,
} from './messages.ts';

interface DeliveryRecipient {
  readonly documentId: string;
  readonly signeeId: string;
  readonly channel: MessageChannel;
}

/** Ignored for the owner and for removed signees. */
export async function recordDelivery(
  deps: Pick<SigningDeps, 'database' | 'ids' | 'clock'>,
  recipient: DeliveryRecipient,
  failure: DeliveryFailure | null,
): Promise<void> {
  await changeDocument(deps, recipient.documentId, (document) =>
    decideDelivery(document, recipient, failure, deps.clock.now()),
  );
}

/** Repeated reports change nothing. */
function reportDelivery(
  deps: Pick<SigningDeps, 'database' | 'ids' | 'clock'>,
  report: DeliveryReport,
): Promise<void> {
  return recordDelivery(deps, report, report.failure);
}

export function decideDelivery(
  document: DocumentState,
  { signeeId, channel }: DeliveryRecipient,
  failure: DeliveryFailure | null,
  now: Date,
): Decision | null {
  const signee = document.signees.find((candidate) => candidate.signeeId === signeeId);
  if (signee === undefined) return null;
  const { deliveries = [] } = signee;
  const last = deliveries.find((delivery) => delivery.channel === channel);
  if (last !== undefined && last.failure === failure) return null;
  const others = deliveries.filter((delivery) => delivery !== last);
  const changes = { deliveries: [...others, { channel, failure, at: now }] };
  return {
    document: { ...document, signees: replaceSignee(document, signeeId, changes) },
    jobs: [],
    entries: [
      failure === null
        ? { type: 'document.message_delivered', details: { signeeId, channel } }
        : { type: 'document.message_failed', details: { signeeId, channel, failure } },
    ],
  };
}

type Request = JobData['send-message'];

/**
 * Rendered from the current document, if the message is still true. Permanent failures are recorded, also if
 * the signee was removed.
 */
export async function sendMessage(deps: SigningDeps, request: Request): Promise<void> {
  const document = await deps.database.read.documents.find(request.documentId);
  if (document !== null) await sendMessageOf(deps, document, request);
}

async function sendMessageOf(deps: SigningDeps, document: DocumentState, request: Request): Promise<void> {
  const signee = document.signees.find(({ signeeId }) => signeeId === request.to) ?? null;
  if (signee === null && request.to !== 'owner') return;
  if (!isStillTrue(document, signee, request.message, deps.clock.now())) return;
  const sender = await findSender(deps.database.read, document);
  if (request.message !== 'completed' && !isActive(sender.account)) return;
  const recipient =
    signee === null ? describeOwner(deps, document, sender) : describeSignee(deps, document, signee);
  const to = recipient?.addresses[request.channel] ?? null;
  if (recipient === null || to === null) return;
  const attachment =
    request.message === 'completed' && request.channel === 'email'
      ? await findAttachment(deps, document)
      : null;
  const forSignee = signee === null ? {} : describeForSignee(document, signee, sender);
  try {
    await sendAttached(deps.notifier, attachment, async (isAttached) => {
      const params = collectParams(deps, { document, sender, recipient, request }, isAttached);
      const written = deps.messages.message(recipient.language, request.message, params);
      const target = { messageId: messageIdOf(request), channel: request.channel, to };
      return { ...composeMessage(written, target), ...forSignee };
    });
  } catch (error) {
    if (!(error instanceof MessageRejected)) throw error;
    await recordDelivery(deps, { ...request, signeeId: request.to }, error.reason);
  }
}

/** Sends to all if `to` is absent. `disableInvitationMessage` does not apply [4.4-74]. */
export async function sendCompleted(deps: SigningDeps, documentId: string, to?: string): Promise<void> {
  const document = await deps.database.read.documents.find(documentId);
  if (document === null) return;
  const jobs = [...noticeJobs(document, listPeople(document), 'completed'), ownerJob(document, 'completed')];
  for (const job of jobs.filter((candidate) => to === undefined || candidate.to === to))
    await sendMessageOf(deps, document, job);
}

/** Tells the owner alone, because signees cannot change the reason. */
export function sendFailed(deps: SigningDeps, documentId: string): Promise<void> {
  return sendMessage(deps, ownerJob({ documentId }, 'failed'));
}

/** What messages to the owner do not have. */
function describeForSignee(
  document: DocumentState,
  { signeeId }: Signee,
  sender: Sender,
): Pick<OutgoingMessage, 'about' | 'replyTo'> {
  const about = { documentId: document.documentId, signeeId };
  return { about, replyTo: replyToOf(document, sender) };
}

/** The attachment is left out where it is too large; the text says which. */
export async function sendAttached(
  notifier: Notifier,
  attachment: Attachment | null,
  compose: (isAttached: boolean) => Promise<OutgoingMessage>,
): Promise<void> {
  if (attachment !== null) {
    try {
      return await notifier.send({ ...(await compose(true)), attachment });
    } catch (error) {
      if (!(error instanceof AttachmentTooLarge)) throw error;
    }
  }
  await notifier.send(await compose(false));
}

type Attachment = NonNullable<OutgoingMessage['attachment']>;

/** The same for every attempt. */
function messageIdOf({ documentId, to, message, channel, about, payment, round }: Request): string {
  const recipient = to === 'owner' ? `${documentId}:owner` : to;
  return [message, recipient, about, payment?.paymentId, round, channel]
    .filter((part) => part !== undefined)
    .join(':');
}

interface Recipient {
  readonly fullName: string;
  readonly language: Language;
  readonly url: string;
  readonly addresses: Readonly<Record<MessageChannel, string | null>>;
}

function describeSignee(
  { urls }: SigningDeps,
  { language }: DocumentState,
  { fullName, token, emailAddress, phoneNumber }: Signee,
): Recipient {
  const phone = phoneNumber === null ? null : dialledNumber(phoneNumber);
  return {
    fullName,
    language,
    url: urls.signing(token),
    addresses: { email: emailAddress, sms: phone, whatsapp: phone },
  };
}

/** Users read their own language, signees that of the document. */
function describeOwner(
  { urls }: SigningDeps,
  { documentId }: DocumentState,
  { user: owner }: Sender,
): Recipient | null {
  if (owner === null) return null;
  return {
    fullName: owner.fullName,
    language: owner.language,
    url: urls.document(documentId),
    addresses: { email: owner.emailAddress, sms: null, whatsapp: null },
  };
}

/** Returns null if the sealed file is too large for an email, which then has a link. */
export async function findAttachment(
  { blobs, settings }: SigningDeps,
  document: DocumentState,
): Promise<Attachment | null> {
  const file = sealedFileOf(document);
  return (await blobs.size(file.blobId)) <= settings.maxAttachmentBytes ? file : null;
}

interface MessageFacts {
  readonly document: DocumentState;
  readonly sender: Sender;
  readonly recipient: Recipient;
  readonly request: Request;
}

type DocumentMessageParams = { [Kind in DocumentMessage]: MessageParamsOf[Kind] }[DocumentMessage] &
  MessageParamsOf['invitation'] &
  MessageParamsOf['completed'] &
  MessageParamsOf['owner_sealing_delayed'] &
  MessageParamsOf['owner_declined'];

function collectParams(
  deps: SigningDeps,
  { document, sender, recipient, request: { message, about, payment, to } }: MessageFacts,
  isAttached: boolean,
): DocumentMessageParams {
  const timeZone = timeZoneOf(sender.account);
  return {
    // Only the id is left of a deleted document.
    documentName: document.name || document.documentId,
    recipientName: recipient.fullName,
    ...(to === 'owner' ? { senderName: '', accountName: '' } : describeSender(deps, sender)),
    signeeName: document.signees.find(({ signeeId }) => signeeId === about)?.fullName ?? '',
    quote: payment === undefined ? quoteFor(document, message) : Object.values(payment).join(', '),
    reason: document.sealingDelay?.reason ?? '',
    url: recipient.url,
    deadline: { at: findExpiryDate(document), timeZone },
    deletion: { at: document.expiryDate, timeZone },
    isAttached,
    differingNames: to === 'owner' ? listDifferingNames(document.signees, about) : [],
  };
}

function quoteFor(document: DocumentState, message: DocumentMessage): string {
  if (message === 'failed') return document.errorMessage ?? '';
  if (message === 'owner_declined') return document.declined?.reason ?? '';
  return document.personalMessage;
}

export const deliveryReportOperations = { reportDelivery };
