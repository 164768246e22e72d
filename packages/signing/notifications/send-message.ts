import { dialledNumber } from '@countersign/forms/attributes';
import type { Language } from '@countersign/identity';
import type { DocumentState, Signee } from '../documents/document.ts';
import { sealedFileOf } from '../documents/get-signed-file.ts';
import type { JobData } from '../jobs/job.ts';
import type { MessageParamsOf } from '../ports/message-writer.ts';
import { type MessageChannel, MessageRejected, type OutgoingMessage } from '../ports/notifier.ts';
import type { SigningDeps } from '../signing.ts';
import { composeMessage } from './compose-message.ts';
import { type DocumentMessage, isStillTrue } from './document-message.ts';
import { recordDelivery } from './record-delivery.ts';

type Request = JobData['send-message'];

/**
 * Job: sends one message over one channel, rendered from the current document, if it is still true. Permanent
 * failures are recorded, also if the signee was removed.
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
  const params = await collectParams(deps, document, recipient, request, attachment !== null);
  const written = deps.messages.message(recipient.language, request.message, params);
  const message = composeMessage(written, { messageId: messageIdOf(request), channel: request.channel, to });
  await send(deps, request, {
    ...message,
    ...(attachment === null ? {} : { attachment }),
    ...(signee === null ? {} : { about: { documentId: document.documentId, signeeId: signee.signeeId } }),
  });
}

async function send(deps: SigningDeps, request: Request, message: OutgoingMessage): Promise<void> {
  const recipient = { ...request, signeeId: request.to };
  try {
    await deps.notifier.send(message);
  } catch (error) {
    if (!(error instanceof MessageRejected)) throw error;
    await recordDelivery(deps, recipient, error.reason);
  }
}

/** The same for every attempt of one message. */
function messageIdOf({ documentId, to, message, channel, about, round }: Request): string {
  const recipient = to === 'owner' ? `${documentId}:owner` : to;
  return [message, recipient, about, round, channel].filter((part) => part !== undefined).join(':');
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

/** Null if the user was removed. Users read their own language, signees that of the document. */
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
): Promise<NonNullable<OutgoingMessage['attachment']> | null> {
  const file = sealedFileOf(document);
  return (await blobs.size(file.blobId)) <= settings.maxAttachmentBytes ? file : null;
}

/** The parameters of messages about a document. */
type DocumentMessageParams = { [Kind in DocumentMessage]: MessageParamsOf[Kind] }[DocumentMessage] &
  MessageParamsOf['invitation'] &
  MessageParamsOf['completed'] &
  MessageParamsOf['owner_declined'];

async function collectParams(
  { database }: SigningDeps,
  document: DocumentState,
  recipient: Recipient,
  { message, about, to }: Request,
  isAttached: boolean,
): Promise<DocumentMessageParams> {
  const { accounts } = database.read;
  const sender = to === 'owner' ? null : await accounts.findUser(document.userId);
  const account = to === 'owner' ? null : await accounts.findAccount(document.accountId);
  return {
    documentName: document.name,
    recipientName: recipient.fullName,
    // The service is the sender of messages to the owner.
    senderName: sender?.fullName ?? '',
    accountName: account?.name ?? '',
    signeeName: document.signees.find(({ signeeId }) => signeeId === about)?.fullName ?? '',
    quote: quoteFor(document, message),
    url: recipient.url,
    isAttached,
  };
}

function quoteFor(document: DocumentState, message: DocumentMessage): string {
  if (message === 'failed') return document.errorMessage ?? '';
  if (message === 'owner_declined') return document.declined?.reason ?? '';
  return document.personalMessage;
}
