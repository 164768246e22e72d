import { changeDocument, type Decision, replaceSignee } from '../documents/decision.ts';
import type { DocumentState, Signee } from '../documents/document.ts';
import { signingAccess } from '../documents/signing-access.ts';
import type { WrittenMessage } from '../ports/message-writer.ts';
import type { SigningDeps } from '../signing.ts';
import { messagesTo } from './messages-to.ts';

/**
 * Job: invites one signee over all their contact methods. A repeat finds `invitedAt` set; a repeat after a crash sends
 * the same message ids, which the notifier may drop.
 */
export async function sendInvitation(deps: SigningDeps, documentId: string, signeeId: string): Promise<void> {
  const document = await deps.database.read.documents.find(documentId);
  const signee = document?.signees.find((candidate) => candidate.signeeId === signeeId);
  if (!document || !signee || !isToBeInvited(document, signee)) return;
  const written = await writeInvitation(deps, document, signee);
  const channels = ['email', 'sms'] as const;
  for (const message of messagesTo(signee, channels, `invitation:${signeeId}`, written)) {
    await deps.notifier.send(message);
  }
  await changeDocument(deps, documentId, (current) => recordInvitation(current, signeeId, deps.clock.now()));
}

function isToBeInvited(document: DocumentState, signee: Signee): boolean {
  return (
    signee.invitedAt === null && !signee.disableInvitationMessage && signingAccess(document, signee).canSign
  );
}

async function writeInvitation(
  deps: SigningDeps,
  document: DocumentState,
  signee: Signee,
): Promise<WrittenMessage> {
  const sender = await deps.database.read.accounts.findUser(document.userId);
  return deps.words.invitation(document.language, {
    documentName: document.name,
    senderName: sender?.fullName ?? '',
    recipientName: signee.fullName,
    personalMessage: document.personalMessage,
    signingUrl: deps.urls.signing(signee.token),
  });
}

/** Null when another run recorded it meanwhile, or the signee is no more. */
function recordInvitation(document: DocumentState, signeeId: string, now: Date): Decision | null {
  const signee = document.signees.find((candidate) => candidate.signeeId === signeeId);
  if (signee === undefined || signee.invitedAt !== null) return null;
  return {
    document: { ...document, signees: replaceSignee(document, signeeId, { invitedAt: now }) },
    jobs: [],
    entries: [{ type: 'document.invited', details: { signeeId, channels: channelsOf(signee) } }],
  };
}

function channelsOf({ emailAddress, phoneNumber }: Signee): readonly string[] {
  return [emailAddress === null ? [] : ['email'], phoneNumber === null ? [] : ['sms']].flat();
}
