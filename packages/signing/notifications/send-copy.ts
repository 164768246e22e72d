import { createHash } from 'node:crypto';
import { changeDocument } from '../documents/decision.ts';
import { listFieldRecipients } from '../documents/field-recipients.ts';
import { findPreparedView } from '../documents/prepared-view.ts';
import type { JobData } from '../jobs/job.ts';
import { type DeliveryFailure, MessageRejected } from '../ports/notifier.ts';
import type { SigningDeps } from '../signing.ts';
import { composeMessage } from './compose-message.ts';
import { describeSender } from './describe-sender.ts';
import { findAttachment, sendAttached } from './send-message.ts';

/**
 * To the address in a field [2.10-21], without a link: links are personal. Permanent failures are recorded.
 */
export async function sendCopy(deps: SigningDeps, request: JobData['send-copy']): Promise<void> {
  const { database, messages, notifier } = deps;
  const { documentId, field } = request;
  const document = await database.read.documents.find(documentId);
  if (document?.status !== 'completed') return;
  const { fields } = await findPreparedView(deps, document);
  const recipient = listFieldRecipients(document, fields).find((one) => one.field === field);
  if (recipient === undefined) return;
  const { emailAddress: to } = recipient;
  const attachment = await findAttachment(deps, document);
  const sender = await describeSender(deps, document);
  const write = (isAttached: boolean) =>
    messages.message(document.language, 'copy', {
      documentName: document.name,
      recipientName: '',
      ...sender,
      isAttached,
    });
  const messageId = `copy:${documentId}:${createHash('sha256').update(field).digest('hex').slice(0, 16)}:email`;
  const target = { messageId, channel: 'email', to } as const;
  try {
    await sendAttached(notifier, attachment, async (isAttached) => composeMessage(write(isAttached), target));
  } catch (error) {
    if (!(error instanceof MessageRejected)) throw error;
    await recordCopyFailure(deps, request, error.reason);
  }
}

export async function recordCopyFailure(
  deps: Pick<SigningDeps, 'database' | 'ids' | 'clock'>,
  { documentId, field }: JobData['send-copy'],
  failure: DeliveryFailure,
): Promise<void> {
  const details = { field, channel: 'email', failure };
  await changeDocument(deps, documentId, (document) => ({
    document,
    entries: [{ type: 'document.message_failed', details }],
    jobs: [],
  }));
}
