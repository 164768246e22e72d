import { createHash } from 'node:crypto';
import type { SigningDeps } from '../deps.ts';
import type { Decision, EntryDraft } from '../documents/audited-decision.ts';
import { changeDocument } from '../documents/decision.ts';
import { type DocumentState, listPeople, replaceSignee, type Signee } from '../documents/document.ts';
import { findPreparedView } from '../documents/prepared-view.ts';
import { listFieldRecipients } from '../documents/record-completion.ts';
import { signingAccess } from '../documents/signing-access.ts';
import type { JobData } from '../jobs/job.ts';
import { MessageRejected } from '../ports/messages.ts';
import type { DeliveryFailure } from './channels.ts';
import { channelsOf, composeMessage, describeSender, noticeJobs, ownerJob, requestJobs } from './messages.ts';
import { findAttachment, sendAttached, sendMessage } from './send-message.ts';

/** Sends to all if `to` is absent. `disableInvitationMessage` does not apply [4.4-74]. */
export async function sendCompleted(deps: SigningDeps, documentId: string, to?: string): Promise<void> {
  const document = await deps.database.read.documents.find(documentId);
  if (document === null) return;
  const jobs = [...noticeJobs(document, listPeople(document), 'completed'), ownerJob(document, 'completed')];
  for (const job of jobs.filter((candidate) => to === undefined || candidate.to === to))
    await sendMessage(deps, job);
}

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

/** Only the owner gets it, because signees cannot change the reason. */
export function sendFailed(deps: SigningDeps, documentId: string): Promise<void> {
  return sendMessage(deps, ownerJob({ documentId }, 'failed'));
}

/** Each contact method is a job of its own. A repeat finds `invitedAt`. */
export async function sendInvitation(deps: SigningDeps, documentId: string, signeeId: string): Promise<void> {
  await changeDocument(deps, documentId, (document) =>
    recordInvitation(document, signeeId, deps.clock.now()),
  );
}

/** Returns null if the signee was invited before, needs no invitation or was removed. */
function recordInvitation(document: DocumentState, signeeId: string, now: Date): Decision | null {
  const signee = document.signees.find((candidate) => candidate.signeeId === signeeId);
  if (signee === undefined || !isToBeInvited(document, signee, now)) return null;
  return {
    document: { ...document, signees: replaceSignee(document, signeeId, { invitedAt: now }) },
    jobs: requestJobs(document, signee, hadToWait(document, signee) ? 'your_turn' : 'invitation'),
    entries: [{ ...invitationEntry(signee), date: now }],
  };
}

export function invitationEntry(signee: Signee): EntryDraft {
  return {
    type: 'document.invited',
    details: { signeeId: signee.signeeId, channels: channelsOf(signee) },
  };
}

function isToBeInvited(document: DocumentState, signee: Signee, now: Date): boolean {
  return (
    signee.invitedAt === null &&
    !signee.disableInvitationMessage &&
    signingAccess(document, signee, now).canSign
  );
}

function hadToWait({ signees }: DocumentState, { signingOrder }: Signee): boolean {
  return signees.some((other) => other.signingOrder < signingOrder);
}
