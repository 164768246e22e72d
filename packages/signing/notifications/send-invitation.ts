import { changeDocument, type Decision, type EntryDraft, replaceSignee } from '../documents/decision.ts';
import type { DocumentState, Signee } from '../documents/document.ts';
import { signingAccess } from '../documents/signing-access.ts';
import type { SigningDeps } from '../signing.ts';
import { channelsOf, requestJobs } from './document-message.ts';

/** One further job per contact method. A repeat finds `invitedAt`. */
export async function sendInvitation(deps: SigningDeps, documentId: string, signeeId: string): Promise<void> {
  await changeDocument(deps, documentId, (document) =>
    recordInvitation(document, signeeId, deps.clock.now()),
  );
}

/** Null if the signee was invited before, needs no invitation or was removed. */
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
