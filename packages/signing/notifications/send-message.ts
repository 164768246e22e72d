import { dialledNumber } from '@countersign/forms/attributes';
import { findTimeZone, type Language } from '@countersign/identity';
import { listDifferingNames } from '../documents/differing-names.ts';
import type { DocumentState, Signee } from '../documents/document.ts';
import { sealedFileOf } from '../documents/get-signed-file.ts';
import { findExpiryDate } from '../documents/retention.ts';
import type { JobData } from '../jobs/job.ts';
import type { MessageParamsOf } from '../ports/message-writer.ts';
import {
  AttachmentTooLarge,
  type MessageChannel,
  MessageRejected,
  type Notifier,
  type OutgoingMessage,
} from '../ports/notifier.ts';
import type { SigningDeps } from '../signing.ts';
import { composeMessage } from './compose-message.ts';
import { describeSender } from './describe-sender.ts';
import { type DocumentMessage, isStillTrue } from './document-message.ts';
import { recordDelivery } from './record-delivery.ts';

type Request = JobData['send-message'];

/**
 * Rendered from the current document, if the message is still true. Permanent failures are recorded, also if
 * the signee was removed.
 */
export async function sendMessage(deps: SigningDeps, request: Request): Promise<void> {
  const document = await deps.database.read.documents.find(request.documentId);
  if (document === null) return;
  const signee = document.signees.find(({ signeeId }) => signeeId === request.to) ?? null;
  if (signee === null && request.to !== 'owner') return;
  if (!isStillTrue(document, signee, request.message, deps.clock.now())) return;
  const recipient =
    signee === null ? await findOwner(deps, document) : describeSignee(deps, document, signee);
  const to = recipient?.addresses[request.channel] ?? null;
  if (recipient === null || to === null) return;
  const attachment =
    request.message === 'completed' && request.channel === 'email'
      ? await findAttachment(deps, document)
      : null;
  const about =
    signee === null ? {} : { about: { documentId: document.documentId, signeeId: signee.signeeId } };
  try {
    await sendAttached(deps.notifier, attachment, async (isAttached) => {
      const params = await collectParams(deps, document, recipient, request, isAttached);
      const written = deps.messages.message(recipient.language, request.message, params);
      const target = { messageId: messageIdOf(request), channel: request.channel, to };
      return { ...composeMessage(written, target), ...about };
    });
  } catch (error) {
    if (!(error instanceof MessageRejected)) throw error;
    await recordDelivery(deps, { ...request, signeeId: request.to }, error.reason);
  }
}

/** Without the attachment where it is too large; the text says which. */
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
async function findOwner(
  { database, urls }: SigningDeps,
  { userId, documentId }: DocumentState,
): Promise<Recipient | null> {
  const owner = await database.read.accounts.findUser(userId);
  if (owner === null) return null;
  return {
    fullName: owner.fullName,
    language: owner.language,
    url: urls.document(documentId),
    addresses: { email: owner.emailAddress, sms: null, whatsapp: null },
  };
}

/** Null if the sealed file is too large for an email, which then has a link. */
export async function findAttachment(
  { blobs, settings }: SigningDeps,
  document: DocumentState,
): Promise<Attachment | null> {
  const file = sealedFileOf(document);
  return (await blobs.size(file.blobId)) <= settings.maxAttachmentBytes ? file : null;
}

type DocumentMessageParams = { [Kind in DocumentMessage]: MessageParamsOf[Kind] }[DocumentMessage] &
  MessageParamsOf['invitation'] &
  MessageParamsOf['completed'] &
  MessageParamsOf['owner_sealing_delayed'] &
  MessageParamsOf['owner_declined'];

async function collectParams(
  deps: SigningDeps,
  document: DocumentState,
  recipient: Recipient,
  { message, about, payment, to }: Request,
  isAttached: boolean,
): Promise<DocumentMessageParams> {
  return {
    // Of a deleted document, only the id is left.
    documentName: document.name || document.documentId,
    recipientName: recipient.fullName,
    ...(to === 'owner' ? { senderName: '', accountName: '' } : await describeSender(deps, document)),
    signeeName: document.signees.find(({ signeeId }) => signeeId === about)?.fullName ?? '',
    quote: payment === undefined ? quoteFor(document, message) : Object.values(payment).join(', '),
    reason: document.sealingDelay?.reason ?? '',
    url: recipient.url,
    deadline: {
      at: findExpiryDate(document),
      timeZone: await findTimeZone(deps.database.read, document.accountId),
    },
    isAttached,
    differingNames: to === 'owner' ? listDifferingNames(document.signees, about) : [],
  };
}

function quoteFor(document: DocumentState, message: DocumentMessage): string {
  if (message === 'failed') return document.errorMessage ?? '';
  if (message === 'owner_declined') return document.declined?.reason ?? '';
  return document.personalMessage;
}
