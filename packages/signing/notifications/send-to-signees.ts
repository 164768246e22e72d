import type { SigningDeps } from '../deps.ts';
import type { Decision, EntryDraft } from '../documents/audited-decision.ts';
import { changeDocument } from '../documents/decision.ts';
import { type DocumentState, listPeople, replaceSignee, type Signee } from '../documents/document.ts';
import { signingAccess } from '../documents/signing-access.ts';
import { channelsOf, noticeJobs, ownerJob, requestJobs } from './messages.ts';
import { sendMessage } from './send-message.ts';

/** Sends to all if `to` is absent. `disableInvitationMessage` does not apply [4.4-74]. */
export async function sendCompleted(deps: SigningDeps, documentId: string, to?: string): Promise<void> {
  const document = await deps.database.read.documents.find(documentId);
  if (document === null) return;
  const jobs = [...noticeJobs(document, listPeople(document), 'completed'), ownerJob(document, 'completed')];
  for (const job of jobs.filter((candidate) => to === undefined || candidate.to === to))
    await sendMessage(deps, job);
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
