import { createHash } from 'node:crypto';
import type { Language } from '@countersign/base/locale';
import { placeOf } from '../configuration/stored-configuration.ts';
import type { SigningDeps } from '../deps.ts';
import { changeDocument } from '../documents/decision.ts';
import type { DocumentState } from '../documents/document.ts';
import { findPreparedView } from '../documents/prepared-view.ts';
import { listFieldRecipients } from '../documents/record-completion.ts';
import type { JobData } from '../jobs/job.ts';
import { MessageRejected } from '../ports/messages.ts';
import type { DeliveryFailure } from './channels.ts';
import { composeMessage, describeSender, findSender, replyToOf } from './messages.ts';
import { findAttachment, sendAttached } from './send-message.ts';

type Request = JobData['send-copy'];

/** Not a signee, who gets a message with a link. */
interface CopyRecipient {
  readonly to: string;
  readonly fullName: string;
  readonly language: Language;
  /** Whether the sender named the recipient, and not a field of the form. */
  readonly isNamed: boolean;
}

/**
 * To somebody whom the sender named [D10-14], or to the address in a field [2.10-21], without a link: links are
 * personal. Permanent failures are recorded.
 */
export async function sendCopy(deps: SigningDeps, request: Request): Promise<void> {
  const { database, messages, notifier } = deps;
  const document = await database.read.documents.find(request.documentId);
  if (document?.status !== 'completed') return;
  const recipient = await findRecipient(deps, document, request);
  if (recipient === null) return;
  const attachment = await findAttachment(deps, document);
  const sender = await findSender(database.read, document);
  const write = (isAttached: boolean) =>
    messages.message(recipient.language, 'copy', {
      documentName: document.name,
      recipientName: recipient.fullName,
      ...describeSender(deps, sender),
      isAttached,
      isNamed: recipient.isNamed,
    });
  const target = { messageId: messageIdOf(request), channel: 'email', to: recipient.to } as const;
  const replyTo = replyToOf(document, sender);
  try {
    await sendAttached(notifier, attachment, async (isAttached) => ({
      ...composeMessage(write(isAttached), target),
      replyTo,
    }));
  } catch (error) {
    if (!(error instanceof MessageRejected)) throw error;
    await recordCopyFailure(deps, request, error.reason);
  }
}

/** Returns null if the document has no such recipient. */
async function findRecipient(
  deps: SigningDeps,
  document: DocumentState,
  request: Request,
): Promise<CopyRecipient | null> {
  const { language } = document;
  if ('copy' in request) {
    const named = findCopy(document, request.copy);
    if (named === undefined) return null;
    const { emailAddress, fullName = '' } = named;
    return { to: emailAddress, fullName, language: named.language ?? language, isNamed: true };
  }
  const { fields } = await findPreparedView(deps, document);
  const found = listFieldRecipients(document, fields).find(({ field }) => field === request.field);
  return found === undefined ? null : { to: found.emailAddress, fullName: '', language, isNamed: false };
}

/** The same for every attempt. */
function messageIdOf(request: Request): string {
  const of = 'copy' in request ? request.copy : fieldHash(request.field);
  return `copy:${request.documentId}:${of}:email`;
}

function fieldHash(field: string): string {
  return createHash('sha256').update(field).digest('hex').slice(0, 16);
}

/** The trail has no address, because it outlives the document. */
export async function recordCopyFailure(
  deps: Pick<SigningDeps, 'database' | 'ids' | 'clock'>,
  request: Request,
  failure: DeliveryFailure,
): Promise<void> {
  const problem = { reason: failure, at: deps.clock.now() };
  const of = 'copy' in request ? { copy: request.copy } : { field: request.field };
  await changeDocument(deps, request.documentId, (document) => ({
    document: 'copy' in request ? withProblem(document, request.copy, problem) : document,
    entries: [{ type: 'document.message_failed', details: { ...of, channel: 'email', failure } }],
    jobs: [],
  }));
}

function withProblem(
  document: DocumentState,
  index: number,
  deliveryProblem: { readonly reason: DeliveryFailure; readonly at: Date },
): DocumentState {
  const copies = document.copies?.map((copy, at) =>
    placeOf(copy, at) === index ? { ...copy, deliveryProblem } : copy,
  );
  return { ...document, copies };
}

/** Returns undefined for one that was erased. */
export function findCopy({ copies }: Pick<DocumentState, 'copies'>, index: number) {
  return copies?.find((copy, at) => placeOf(copy, at) === index);
}
